// Signs of buttons, drawn as the cards are: no font has to have them. A box of
// 24 x 24, lines of the colour of the text.

import { svg } from "./dom";

const LINES = {
  undo: "M9 5L4 10L9 15M4 10H14.500A5.500 5.500 0 0 1 14.500 21H11",
  redo: "M15 5L20 10L15 15M20 10H9.500A5.500 5.500 0 0 0 9.500 21H13",
  hint: "M9 18H15M10 21H14M12 3A6 6 0 0 0 8.500 13.900C9.300 14.600 9.500 15.200 9.500 15.500H14.500C14.500 15.200 14.700 14.600 15.500 13.900A6 6 0 0 0 12 3Z",
  oracle: "M2 12Q7 5 12 5T22 12Q17 19 12 19T2 12ZM12 9A3 3 0 1 0 12 15A3 3 0 1 0 12 9Z",
  new: "M7 3H17A2 2 0 0 1 19 5V19A2 2 0 0 1 17 21H7A2 2 0 0 1 5 19V5A2 2 0 0 1 7 3ZM12 8V16M8 12H16",
  menu: "M4 6H20M4 12H20M4 18H20",
  close: "M6 6L18 18M18 6L6 18",
  first: "M6 5V19M19 5L9 12L19 19Z",
  back: "M17 5L7 12L17 19Z",
  forward: "M7 5L17 12L7 19Z",
  last: "M18 5V19M5 5L15 12L5 19Z",
  more: "M6 9L12 15L18 9",
  review: "M4 19L9 12L13 15L20 5M4 21H20",
  done: "M5 12.500L10 17.500L19 7",
} as const;

export type Icon = keyof typeof LINES;

export function drawIcon(name: Icon): SVGElement {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" }, svg("path", { d: LINES[name] }));
}
