import { type Side, sideOf, sideOfCode, sideOfLabel } from './laterality.ts'

/** A series with what its headers say, as far as they do. `shown`: so many of its `frames` were on screen. */
export type AcquiredSeries = {
  modality: string
  description: string | null
  bodyPart: string | null
  laterality: string | null
  imageType: string | null
  frames: number
  shown: number
}

/** The description and the series of a study. */
export type Acquired = { description: string; series: readonly AcquiredSeries[] }

/** The label of a field, with its normal value: `Restricted diffusion none`. */
type Claim = { label: string; normal: string }

type Need = {
  /** For the writer: what the study lacks. */
  lacks: string
  modalities: readonly string[]
  /** Matches labels and normal values that speak of what only such images show. */
  claims: RegExp
  /** Matches words of the study or of a series that has them. */
  images: RegExp
}

/** Regions, sequences and phases that a normal value speaks of, and the words by which scanners and laboratories name them. */
const needs: readonly Need[] = [
  {
    lacks: 'no diffusion series',
    modalities: ['MR'],
    claims: /\bdiffusion\b|\bperipheral zone\b/iu,
    images: /dwi|diff|\badc\b|\btrace|\bdti\b|\bb ?\d{3,4}\b|mpmri|multiparametric|\bpi-?rads\b/iu,
  },
  {
    lacks: 'no series for blood products',
    modalities: ['MR'],
    claims: /\b(?:blood products|microbleeds?|h(?:a)?emosiderin|susceptibility)\b/iu,
    images: /swi|swan|\bgre\b|t2\*|t2 ?star|\bffe\b|ven_?bold|h(?:a)?emo|medic|merge|susc/iu,
  },
  {
    lacks: 'no T2 or FLAIR series',
    modalities: ['MR'],
    claims: /\b(?:white matter|grey matter|mass none)\b/iu,
    images: /flair|t2|dark.?fluid|tirm/iu,
  },
  {
    lacks: 'no fat-suppressed series',
    modalities: ['MR'],
    claims: /\bbone marrow\b|\bmarrow o?edema\b|\bstress fracture\b/iu,
    images: /stir|tirm|spair|spir\b|\bfs\b|_fs|fs_|fat.?s(?:at|up)|\bfatsat|dixon|ideal|\bpdfs|\bir\b|mavric|semac/iu,
  },
  {
    lacks: 'no in-phase and opposed-phase series',
    modalities: ['MR'],
    claims: /\bsteatosis\b|\biron\b/iu,
    images: /in.?phase|opp|dixon|ideal|out.?of.?phase|\bip\b|\bop\b|iron|r2\*|t2\*|pdff|fat.?frac/iu,
  },
  {
    lacks: 'no series after contrast',
    modalities: ['MR', 'CT'],
    claims: /\benhancement\b|\bextravasation\b/iu,
    images:
      /post|\+ ?c\b|gad|\bgd\b|\bce\b|_ce|\bc\+|dyn|perf|contrast|\bkm\b|w(?:ith)? ?iv|arterial|venous|portal|angio|\bdce\b|\bsub\b/iu,
  },
  {
    lacks: 'no images of the pelvis by its description',
    modalities: ['CT', 'MR'],
    claims: /\b(?:pelvic organs|pelvic nodes|bladder|appendix|iliac arteries)\b/iu,
    images:
      /pelv|becken|bacino|bassin|\bcap\b|\btap\b|\ba\/p\b|\bap\b|whole.?body|ganzk|polytrauma|trauma|kub|uro|appendi|rect|prostat|uter|ovar|bladder|blase|aort|run.?off|colono|entero|nieren|renal colic|staging|hip|h[uü]ft/iu,
  },
]

/** Regions of a radiograph or of an angiography that stands for several, by what the study and its series are named after. */
const regions: readonly Need[] = [
  {
    lacks: 'no images of the pelvis or the lower spine by their description',
    modalities: ['CR', 'DX'],
    claims: /\bsacroiliac\b/iu,
    images: /sacro|\bsi\b|lumb|\bls\b|\blws\b|pelv|becken|\bhips?\b|whole spine/iu,
  },
  {
    lacks: 'no images of the ankle by their description',
    modalities: ['CR', 'DX'],
    claims: /\bankle mortise\b/iu,
    images: /ankle|malleol|mortise|sprunggelenk|\bosg\b/iu,
  },
  {
    lacks: 'no images of the foot by their description',
    modalities: ['CR', 'DX'],
    claims: /\btarsometatarsal\b|\bheel spur\b/iu,
    images: /foot|feet|toe|heel|calcan|tarsal|fu(?:ss|ß)|fersen/iu,
  },
  {
    lacks: 'no images of the sinuses or the nose by their description',
    modalities: ['CR', 'DX'],
    claims: /\bsinuses\b|\bnasal bones\b/iu,
    images: /sinus|nas|nose|fac|waters|occipitomental|\bnnh\b/iu,
  },
  {
    lacks: 'no images of the neck by their description',
    modalities: ['CT', 'MR'],
    claims: /\bcarotid arteries\b|\baortic arch\b|\bneck soft tissues\b/iu,
    images: /neck|carot|hals|\barch\b|supra.?aort/iu,
  },
  {
    lacks: 'no images of the head by their description',
    modalities: ['CT', 'MR'],
    claims:
      /\bintracranial arteries\b|\blarge vessel occlusion\b|\bvenous sinuses\b|\baneurysm none\b|\bvascular malformation\b/iu,
    images: /head|brain|cereb|willis|intracran|sch[aä]del|kopf|skull|\btof\b/iu,
  },
]

/** What a radiograph shows only from the side, and the words for such views. */
const ofLateral = /\bprevertebral\b|\bpatellofemoral\b|\beffusion none\b|\bdisc spaces\b|\bfat pads?\b/iu
const lateral =
  /\b(?:lat|lateral|ll|rl|side|seitlich|profil|skyline|sunrise|obli?q?u?e?s?)\b|cross.?table|\b(?:min|[2-9]) (?:or more )?views?\b|\b2 ?(?:planes|ebenen)\b/iu
const anyView = /\b(?:pa|ap|lat|lateral|ll|rl|obli?q?u?e?s?|frontal)\b/iu

/** Returns what a radiograph lacks of the view that a field needs. Headers that name no view count as one view for each image. */
function lacksView(said: string, images: readonly AcquiredSeries[], words: readonly string[]): string | null {
  if (!images.every(({ modality }) => ['CR', 'DX'].includes(modality)) || !ofLateral.test(said)) return null
  if (words.some((text) => lateral.test(text))) return null
  const frames = images.reduce((sum, one) => sum + one.frames, 0)
  return frames === 1 || images.every(({ description }) => anyView.test(description ?? '')) ? 'no lateral view' : null
}

/** The planes that a normal value needs, with the words for each. Series that name no plane leave it open. */
const planes: readonly { plane: string; modalities: readonly string[]; claims: RegExp; images: RegExp }[] = [
  {
    plane: 'coronal',
    modalities: ['MR', 'CT'],
    claims: /\b(?:ostiomeatal|collateral ligaments?|rotator cuff|supraspinatus)\b/iu,
    images: /cor|3d|iso|mpr/iu,
  },
  { plane: 'sagittal or coronal', modalities: ['MR'], claims: /\bpituitary\b/iu, images: /sag|cor|3d|iso|mpr/iu },
  { plane: 'sagittal', modalities: ['MR'], claims: /\b(?:cruciate|extensor mechanism|achilles)\b/iu, images: /sag|3d|iso|mpr/iu },
  {
    plane: 'axial',
    modalities: ['MR'],
    claims: /\b(?:canal|foramen|foramina|retinacul\w+|syndesmosis|carpal tunnel)\b/iu,
    images: /\b(?:ax|tra|trans)|_(?:ax|tra)|3d|iso|mpr/iu,
  },
]
const anyPlane = /\b(?:ax|tra|trans|cor|sag)|_(?:ax|tra|cor|sag)/iu

/** Series that plan others, show them from outside, or show one slice in motion: no organ is judged by them. */
const isPlanning = ({ description, imageType }: AcquiredSeries) =>
  /\b(?:LOCALIZER|MOTION|PROJECTION IMAGE|M(?:AX|IN)?_?IP|SCREEN ?SAVE|VRT|VOLUME RENDERING)\b/iu.test(imageType ?? '') ||
  /localis|localiz|scout|pilot|survey|topogram|scanogram|screen ?save|\bloc\b(?! ref)|\bmip\b|projected/iu.test(description ?? '')

/** Series whose headers say neither a sequence nor a plane: an image type has two values that say nothing of them. */
const isUnnamed = ({ description, imageType }: AcquiredSeries) =>
  (description ?? '').trim() === '' && (imageType ?? '').split('\\').length <= 2

/** Modalities of which one view shows no organ wholly. */
const fewestViews = new Map([
  ['MG', 2],
  ['US', 2],
])

/** Codes for a series that has both sides, or a part of the body that has none. */
const unsided = ['B', 'U']

/** Returns what is missing of the side that a field is about, or null. Breasts that the headers do not name are missing. */
function lacksSide(side: Side, images: readonly AcquiredSeries[], description: string): string | null {
  const isBoth = ({ laterality }: AcquiredSeries) => unsided.includes(laterality ?? '')
  const sideOfSeries = (one: AcquiredSeries) =>
    sideOfCode(one.laterality ?? '') ?? sideOf(one.description?.replace(/^([lr])\b-?/iu, '$1t ') ?? null)
  const own = images.filter((one) => isBoth(one) || sideOfSeries(one) === side)
  const areNamed = images.every((one) => isBoth(one) || sideOfSeries(one) !== null)
  if (sideOf(description) !== null && sideOf(description) !== side) return `the study is of the ${sideOf(description)} side`
  const views = images.filter(({ modality }) => modality === 'MG')
  if (own.length === 0 && (areNamed || views.length > 0)) return `no image is marked as of the ${side} side`
  const count = own.reduce((sum, { frames }) => sum + frames, 0)
  return views.length > 0 && count < (fewestViews.get('MG') ?? 0) ? `there is 1 view of the ${side} side` : null
}

/** Fewer slices of a scanner that takes many show no organ wholly. */
const fewestSlices = 8
const sliced = ['CT', 'MR', 'PT']

const hasOne = (some: readonly string[], all: readonly string[]) => some.some((one) => all.includes(one))

/** Returns what the images of a study lack for the normal value of a field, in words for the writer; null if they have it. */
export function unmetNeed({ label, normal }: Claim, { description, series }: Acquired): string | null {
  const all = series.filter(({ frames }) => frames > 0)
  if (all.every(({ shown }) => shown === 0)) return 'no image has been displayed'
  const images = all.filter((one) => !sliced.includes(one.modality) || !isPlanning(one))
  if (images.length === 0) return 'the study has only localizers, projections and motion'
  const modalities = [...new Set(images.map(({ modality }) => modality))]
  const slices = images.filter(({ modality }) => sliced.includes(modality)).reduce((sum, { frames }) => sum + frames, 0)
  const isSliced =
    hasOne(sliced, modalities) && modalities.every((one) => !['CR', 'DX', 'US', 'MG', 'NM', 'RF', 'XA'].includes(one))
  if (isSliced && slices < fewestSlices) return `the study has ${slices === 1 ? '1 slice' : `${slices} slices`}`
  const frames = images.reduce((sum, one) => sum + one.frames, 0)
  if (modalities.every((one) => frames < (fewestViews.get(one) ?? 0))) return 'the study has 1 image'
  const side = sideOfLabel(label)
  const missing = side && lacksSide(side, images, description)
  if (missing) return missing
  const said = `${label} ${normal}`
  const ofHeaders = ({ description: own, bodyPart, imageType }: AcquiredSeries) =>
    [own, bodyPart, imageType?.replaceAll('\\', ' ')].filter(Boolean).join(' ')
  const words = [description, ...images.map(ofHeaders)]
  const ofMr = images.filter(({ modality }) => modality === 'MR')
  if (ofMr.length > 0 && ofMr.every(isUnnamed)) return 'the names of the series tell no sequence (T1, T2, STIR)'
  const need = [...needs, ...regions].find(
    (one) => hasOne(one.modalities, modalities) && one.claims.test(said) && !words.some((text) => one.images.test(text)),
  )
  if (need) return need.lacks
  const view = lacksView(said, images, words)
  if (view) return view
  const named = images.map((one) => one.description ?? '')
  if (!named.some((text) => anyPlane.test(text))) return null
  const plane = planes.find(
    (one) => hasOne(one.modalities, modalities) && one.claims.test(said) && !named.some((text) => one.images.test(text)),
  )
  return plane ? `no ${plane.plane} series` : null
}
