/** The first bytes of each format: PNG specification 5.2; JPEG's SOI and the marker after it (ITU-T T.81, B.1.1); GIF89a specification 17. */
const beginnings = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
} as const

/** Returns true if the file begins like one of these image formats, whatever its name says. False if it can't be read. */
export async function beginsAsImage(file: Blob, formats: readonly (keyof typeof beginnings)[]): Promise<boolean> {
  const bytes = new Uint8Array(
    await file
      .slice(0, 8)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  )
  return formats.some((format) => beginnings[format].every((byte, index) => bytes[index] === byte))
}
