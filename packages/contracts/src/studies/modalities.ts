import { z } from 'zod'

/** Modalities whose series are images, of those that DICOM defines (PS3.3 C.7.3.1.1.1). */
export const imagingModalities = [
  'BDUS',
  'BI',
  'BMD',
  'CR',
  'CT',
  'DG',
  'DX',
  'ES',
  'GM',
  'IO',
  'IVOCT',
  'IVUS',
  'MG',
  'MR',
  'NM',
  'OCT',
  'OP',
  'OT',
  'PA',
  'PT',
  'PX',
  'RF',
  'RG',
  'RTIMAGE',
  'SM',
  'TG',
  'US',
  'XA',
  'XC',
] as const
export const ImagingModality = z.enum(imagingModalities)
export type ImagingModality = z.infer<typeof ImagingModality>

/** Reports whether a doctor of a study needs to read this modality. Pictures of a screen (OT) come with studies of every kind. */
export const isReadModality = (modality: string): boolean =>
  modality !== 'OT' && imagingModalities.some((known) => known === modality)

/** Modalities whose series hold single views, which may be of different sides. */
export const viewModalities: readonly string[] = ['CR', 'DX', 'IO', 'MG', 'PX', 'RG', 'XC']

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

/** Modalities whose series are recordings: groups of curves, or a document with them. */
const recordings = new Set(['ECG', 'EEG', 'EMG', 'EOG', 'EPS', 'HD', 'RESP'])

/** Returns the singular and plural of the parts of a series that are counted. */
export function partWords(modality: string): readonly [one: string, several: string] {
  if (recordings.has(modality)) return ['group of curves', 'groups of curves']
  return isImaging(modality) ? ['image', 'images'] : ['document', 'documents']
}

/** Modalities without images of their own that a reader can open: documents, segmentations and reports. */
const opened = ['DOC', 'SEG', 'SR']

/** Reports whether a reader opens series of this modality. Marks such as presentation states are listed, and there is nothing to open. */
export const isOpened = (modality: string): boolean => isImaging(modality) || opened.includes(modality)
