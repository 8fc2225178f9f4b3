import type { StudyInstance } from './answers.ts'

/** The codes that name a series' folder. Coded attributes only: a free description may carry a patient's name. */
export type SeriesCodes = { modality?: string | undefined; bodyPart?: string | undefined }

export type ZipEntry = { path: string; instance: StudyInstance }

const byNumber = (a: number | null, b: number | null) => (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER)
const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Letters and digits, so that every operating system takes the name and no two differ by case alone. */
function plain(text: string | undefined): string {
  return (text ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, 16)
}

function folderName(seriesNumber: number | null, { modality, bodyPart }: SeriesCodes): string {
  const number = seriesNumber === null ? 'x' : String(seriesNumber).padStart(3, '0')
  return ['series', number, plain(modality), plain(bodyPart)].filter((part) => part !== '').join('-')
}

/** Paths in reading order: `series-002-CT-HEAD/image-0001.dcm`, series by number, images by theirs. */
export function nameEntries(instances: StudyInstance[], codes: Map<string, SeriesCodes>): ZipEntry[] {
  const groups = new Map<string, StudyInstance[]>()
  for (const instance of instances) {
    const images = groups.get(instance.seriesId)
    if (images) images.push(instance)
    else groups.set(instance.seriesId, [instance])
  }
  const seriesInOrder = [...groups.values()].sort(
    ([a], [b]) =>
      byNumber(a?.seriesNumber ?? null, b?.seriesNumber ?? null) ||
      byText(a?.seriesInstanceUid ?? '', b?.seriesInstanceUid ?? ''),
  )
  const taken = new Map<string, number>()
  return seriesInOrder.flatMap((images) => {
    const [first] = images
    const name = folderName(first?.seriesNumber ?? null, codes.get(first?.seriesId ?? '') ?? {})
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    const folder = count === 1 ? name : `${name}_${count}`
    const sorted = [...images].sort(
      (a, b) => byNumber(a.instanceNumber, b.instanceNumber) || byText(a.sopInstanceUid, b.sopInstanceUid),
    )
    return sorted.map((instance, index) => ({ instance, path: `${folder}/image-${String(index + 1).padStart(4, '0')}.dcm` }))
  })
}
