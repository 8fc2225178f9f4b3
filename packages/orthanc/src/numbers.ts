/** DICOM IS, as Orthanc passes it on: padded, or not a number at all. */
export function wholeNumber(value: string | undefined): number | null {
  return value !== undefined && /^\s*[+-]?\d{1,9}\s*$/.test(value) ? Number(value) : null
}
