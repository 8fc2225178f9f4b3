/** Modalities without images of their own: notes, overlays, plans, measurements, documents (DICOM PS3.3 C.7.3.1.1.1, Modality). */
const derived = new Set([
  'AU',
  'DOC',
  'FID',
  'HC',
  'KO',
  'PLAN',
  'PR',
  'REG',
  'RTPLAN',
  'RTRECORD',
  'RTSTRUCT',
  'RWV',
  'SEG',
  'SMR',
  'SR',
])

/** Reports whether series of this modality are images for viewing. False if the modality is unknown. */
export function isImaging(modality: string | null | undefined): boolean {
  return modality !== null && modality !== undefined && !derived.has(modality)
}
