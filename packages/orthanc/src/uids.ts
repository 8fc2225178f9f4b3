/** The UID of a UUID, under the arc that is made for them (DICOM PS3.5 annex B.2). */
export const uidOfUuid = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`
