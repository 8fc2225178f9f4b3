import { createHash } from 'node:crypto'

/**
 * Returns Orthanc's id of a study (of a patient ID and a study UID) or an instance (with the UIDs of series and instance too): the SHA-1 of
 * these values, in five groups (Orthanc Book, "Orthanc identifiers"). An id therefore names one patient's resource, which a UID alone does not.
 */
export function resourceIdOf(...values: string[]): string {
  const digest = createHash('sha1').update(values.join('|')).digest('hex')
  return digest.replace(/.{8}(?=.)/g, '$&-')
}
