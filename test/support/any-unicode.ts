import fc from 'fast-check'

/** Strings of any code points but surrogates. The unit `binary` of fast-check, which generates the same, needs two seconds at its first use. */
export const anyUnicode = () => fc.string({ unit: codePoint })

const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
