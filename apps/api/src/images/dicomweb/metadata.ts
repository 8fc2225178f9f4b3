/** DICOM JSON tags of VOI LUT windows (PS3.3 section C.11.2): center and width. */
const windowCenter = '00281050'
const windowWidth = '00281051'
const windowExplanation = '00281055'
const voiLutFunction = '00281056'
/** The functions whose windows may be narrower than 1. */
const otherFunctions = ['LINEAR_EXACT', 'SIGMOID']
/** Acquisition date and time, then content date and time. */
const timesOfImage = ['00080022', '00080032', '00080023', '00080033']
const sopInstanceUid = '00080018'
const instanceNumber = '00200013'
const seriesInstanceUid = '0020000E'
/** Tag of the archive's address of a study, series or instance. */
const retrieveUrl = '00081190'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Dataset = { [key: string]: Json }

/**
 * Limits of an answer: the series that the database knows (null if they were checked already), the only image if one was asked for, and the origin for
 * links.
 */
export type Shown = { seriesUids: ReadonlySet<string> | null; sopUid?: string | null; origin: string }

const compareUids = new Intl.Collator('en', { numeric: true }).compare

const isDataset = (json: Json | undefined): json is Dataset => typeof json === 'object' && json !== null && !Array.isArray(json)

function valuesOf(element: Json | undefined): Json[] {
  return isDataset(element) && Array.isArray(element.Value) ? element.Value : []
}

/** Returns a value as a number. Null if it is none. */
function numberOf(value: Json | undefined): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = Number.parseFloat(`${value}`)
  return Number.isFinite(number) ? number : null
}

/**
 * Returns the windows of a dataset that a viewer can show, in their order. A width of 1 leaves black and white only, which OHIF cannot draw; narrower linear
 * windows are forbidden (PS3.3 section C.11.2.1).
 */
function usableWindows(dataset: Dataset): { center: number; width: number }[] {
  const [centers, widths] = [windowCenter, windowWidth].map((tag) => valuesOf(dataset[tag]))
  const isOther = otherFunctions.includes(String(valuesOf(dataset[voiLutFunction])[0]))
  return (widths ?? []).flatMap((value, at) => {
    const [center, width] = [numberOf(centers?.[at]), numberOf(value)]
    return center !== null && width !== null && width > 0 && (isOther || width > 1) ? [{ center, width }] : []
  })
}

/** Keeps the windows of a dataset that a viewer can show. */
function repairWindows(dataset: Dataset): Dataset {
  if (!(windowCenter in dataset) && !(windowWidth in dataset)) return dataset
  const usable = usableWindows(dataset)
  const isWhole = [windowCenter, windowWidth].every((tag) => valuesOf(dataset[tag]).length === usable.length)
  if (isWhole && usable.length > 0) return dataset
  const { [windowCenter]: _center, [windowWidth]: _width, [windowExplanation]: _explanation, ...others } = dataset
  if (usable.length === 0) return others
  const listOf = (values: number[]) => ({ vr: 'DS', Value: values })
  return {
    ...others,
    [windowCenter]: listOf(usable.map(({ center }) => center)),
    [windowWidth]: listOf(usable.map(({ width }) => width)),
  }
}

/** Rewrites the archive's link to our origin. Returns null if it leads to anything but images. */
function ownLink(link: Json | undefined, origin: string): string | null {
  if (typeof link !== 'string' || !URL.canParse(link, origin)) return null
  const { pathname } = new URL(link, origin)
  return pathname.startsWith('/dicom-web/studies/') ? origin + pathname : null
}

/** Returns an entry of a dataset or element as it may be sent, or nothing. */
function repairEntry([name, value]: [string, Json], origin: string): [string, Json][] {
  if (name === 'BulkDataURI') {
    const link = ownLink(value, origin)
    return link === null ? [] : [[name, link]]
  }
  if (name === retrieveUrl) {
    const link = ownLink(valuesOf(value)[0], origin)
    return link === null ? [] : [[name, { vr: 'UR', Value: [link] }]]
  }
  return [[name, repair(value, origin)]]
}

/**
 * Removes windows that the standard forbids, such as those of width 0. Scanners write them, and the viewer would show a black image; without a window it
 * shows the whole range. Rewrites the archive's links. Works at every depth, because multi-frame objects keep windows in functional groups.
 */
function repair(json: Json, origin: string): Json {
  if (Array.isArray(json)) return json.map((item) => repair(item, origin))
  if (!isDataset(json)) return json
  return Object.fromEntries(Object.entries(repairWindows(json)).flatMap((entry) => repairEntry(entry, origin)))
}

/**
 * Puts images in the order of their numbers. Those without a number, or with the same one, follow by time, then by UID with its numbers as numbers. The
 * archive sends images in any order, and the viewer keeps the order of multi-frame images and of those without numbers and positions.
 */
function inOrder(datasets: Dataset[]): Dataset[] {
  const keyed = datasets.map((dataset) => {
    const firstOf = (tag: string) => String(valuesOf(dataset[tag])[0] ?? '')
    const number = numberOf(valuesOf(dataset[instanceNumber])[0]) ?? Number.MAX_SAFE_INTEGER
    return { dataset, number, time: timesOfImage.map(firstOf).join(' '), uid: firstOf(sopInstanceUid) }
  })
  const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other))
  keyed.sort((a, b) => a.number - b.number || byText(a.time, b.time) || compareUids(a.uid, b.uid))
  return keyed.map(({ dataset }) => dataset)
}

/** Prepares the archive's DICOM JSON of a study for the viewer. Throws if the text is no such JSON. */
export function repairDatasets(text: string, { seriesUids, sopUid = null, origin }: Shown): unknown[] {
  const datasets: Json = JSON.parse(text)
  if (!Array.isArray(datasets)) throw new TypeError('not a list')
  const isKnown = (dataset: Dataset) =>
    (seriesUids === null || valuesOf(dataset[seriesInstanceUid]).some((uid) => seriesUids.has(String(uid)))) &&
    (sopUid === null || valuesOf(dataset[sopInstanceUid]).includes(sopUid))
  return inOrder(datasets.filter(isDataset).filter(isKnown)).map((dataset) => repair(dataset, origin))
}
