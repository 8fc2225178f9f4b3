/** The part that is used here of a package that has no types. */
declare module 'dicom-character-set' {
  /** Throws where `specificCharacterSet` names a set that DICOM does not know. What cannot be decoded becomes U+FFFD. */
  export function convertBytes(specificCharacterSet: string, bytes: Uint8Array, options: { vr: 'PN' }): string
}
