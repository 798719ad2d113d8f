/* Wine 8 lacks bcryptprimitives.dll, which Rust's standard library asks for
   random numbers. This is the one function of it that is used. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
