/** The part that is used here of a package that has no types. */
declare module 'dicom-character-set' {
  /** Throws if `specificCharacterSet` names a set that DICOM does not know. Undecodable bytes become U+FFFD. */
  export function convertBytes(specificCharacterSet: string, bytes: Uint8Array, options: { vr: 'PN' }): string
}
