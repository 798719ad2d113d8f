//! Reads a question: `{"ask": "play", "move": ".."}` becomes a variant.
//!
//! `#[serde(tag = "ask")]` reads the same, but through a copy of everything in
//! between, and that needs a second reader for every type in a question: 150 kB
//! of WebAssembly. Here the name is read first, then the whole text once more as
//! the fields of its variant.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer as _};
use serde_json::Error;

/// Reads a question whose variants are named by the field `ask`.
pub(crate) fn read<Q: DeserializeOwned>(text: &str) -> Result<Q, Error> {
    let Head { ask } = serde_json::from_str(text)?;
    Q::deserialize(Question { ask: &ask, text })
}

#[derive(Deserialize)]
struct Head {
    ask: String,
}

struct Question<'q> {
    ask: &'q str,
    text: &'q str,
}

impl<'de> serde::Deserializer<'de> for Question<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl<'de> EnumAccess<'de> for Question<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let name = StrDeserializer::<Error>::new(self.ask);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Question<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Error> {
        Err(no_such_shape())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(no_such_shape())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // The field `ask` is one that the variant does not know, and is skipped.
        let mut reader = serde_json::Deserializer::from_str(self.text);
        reader.deserialize_map(visitor)
    }
}

/// Questions have variants with names for their fields, or with none.
fn no_such_shape() -> Error {
    serde::de::Error::custom("fields without names")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "snake_case")]
    enum Asked {
        Think,
        Play {
            #[serde(rename = "move")]
            move_: String,
            #[serde(default)]
            times: u32,
        },
    }

    #[test]
    fn the_field_ask_names_the_variant_wherever_it_stands() {
        let play = || Asked::Play {
            move_: "1a".to_owned(),
            times: 0,
        };
        for text in [
            r#"{"ask":"play","move":"1a"}"#,
            r#"{"move":"1a","ask":"play"}"#,
            r#"{"move":"1a","other":[1],"ask":"play"}"#,
        ] {
            assert_eq!(read::<Asked>(text).unwrap(), play(), "{text}");
        }
        assert_eq!(read::<Asked>(r#"{"ask":"think"}"#).unwrap(), Asked::Think);
    }

    #[test]
    fn what_is_no_question_is_refused() {
        for text in [
            "",
            "[]",
            "{}",
            r#""think""#,
            r#"{"ask":1}"#,
            r#"{"ask":"dance"}"#,
            r#"{"ask":"play"}"#,
            r#"{"ask":"play","move":1}"#,
            r#"{"ask":"think"} {}"#,
        ] {
            assert!(read::<Asked>(text).is_err(), "{text}");
        }
    }
}
