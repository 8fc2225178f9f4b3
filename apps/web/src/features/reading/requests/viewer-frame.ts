import type { ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { Annotation } from '@readroom/contracts/reading/annotations'
import { ImageCorners, maxKeyImageSide } from '@readroom/contracts/reading/key-images'
import { z } from 'zod'

const Place = z.object({
  studyUid: z.string().nullable(),
  series: z.number().nullable(),
  image: z.number().nullable(),
  /** The frame of a multi-frame image. */
  frame: z.number().nullable(),
})
export type Place = z.infer<typeof Place>

const Measurement = Place.extend({ id: z.string(), label: z.string(), text: z.array(z.string()) })
export type Measurement = z.infer<typeof Measurement>

/** The image on screen and a picture of it (a data URL). The picture is null if it would show another study or is still being drawn. */
const Shot = Place.extend({ sopInstanceUid: z.string(), corners: ImageCorners, picture: z.string().nullable() })
export type Shot = z.infer<typeof Shot>

const Look = z.object({
  /** The study in the frame's address. */
  asked: z.string().nullable(),
  /** The studies of everything shown in the frame. */
  shown: z.array(z.string()),
  isDrawn: z.boolean(),
  /** The number of images that it waits for. Null while it is starting. */
  awaited: z.number().nullable(),
})
export type Look = z.infer<typeof Look>

/** The content of one viewport at a time: a series, or one image of it. */
const DisplaySet = z.object({
  uid: z.string(),
  seriesUid: z.string(),
  /** True if it belongs to another study than the one being read. */
  isPrior: z.boolean(),
  number: z.number().nullable(),
  modality: z.string(),
  description: z.string(),
  /** The number of its image. Null if it has none, or it is the whole series. */
  image: z.number().nullable().default(null),
  /** The number of images or frames. The pages of a document are not counted. */
  images: z.number(),
  /** The number of images that the viewer has of the whole series. Null if it does not say so. */
  loaded: z.number().nullable().default(null),
  /** True if the viewer cannot show it, such as a presentation state. */
  isUnsupported: z.boolean().default(false),
  /** The images or frames that could not be drawn. */
  undrawn: z.number().default(0),
  /** The groups of curves in it, as of an ECG. Those that the viewer does not show are among the undrawn. */
  curves: z.number().default(0),
  isInViewport: z.boolean(),
  /** True if it is drawn in a visible window. */
  isOnScreen: z.boolean(),
})
export type DisplaySet = z.infer<typeof DisplaySet>

/** What came on screen: an image of a display set (`image/frame`), a place in a reformatted plane, or at first all images of the set in their order. */
const Drawn = z.object({
  set: z.string(),
  key: z.string().optional(),
  keys: z.array(z.string()).optional(),
  plane: z.string().optional(),
  index: z.number().optional(),
  of: z.number().optional(),
})
export type Drawn = z.infer<typeof Drawn>
const DrawnSince = z.object({ log: z.number(), next: z.number(), drawn: z.array(Drawn) })
/** How far a frame's log was read. Null at its beginning. */
export type LogPlace = { log: number; next: number } | null

const Drawing = z.object({ drawn: z.array(z.unknown()), selected: z.string().nullable() })
/** The annotations on the images of a study, and the id of the selected one. */
export type Drawing = { drawn: Annotation[]; selected: string | null }

/** The interface of the viewer's build for the page around it (`apps/viewer/src/reading-*.js`). */
type ReadroomFrame = Record<'look' | 'measurements' | 'series' | 'remember' | 'putBack', () => unknown> & {
  navigate(to: string): boolean
  keyImage(studyUid: string, maxSide: number): Promise<unknown>
  hold(isHeld: boolean): boolean
  bind(bindings: ViewerBindings): boolean
  display(uid: string): boolean
  drawnSince(log: number, from: number): unknown
  thumbnail(uid: string): Promise<unknown>
  annotations(studyUid: string): unknown
  restoreAnnotations(studyUid: string, annotations: readonly Annotation[], removed: readonly string[]): unknown
  showPriorAnnotations(annotations: readonly Annotation[]): boolean
  showAnnotation(id: string): boolean
}

declare global {
  interface Window {
    readroomFrame?: ReadroomFrame
  }
}

/** Returns a frame's answer. Null if it is not the viewer, or not ready. */
function answerOf<T>(frame: HTMLIFrameElement | null, schema: z.ZodType<T>, ask: (viewer: ReadroomFrame) => unknown): T | null {
  try {
    const viewer = frame?.contentWindow?.readroomFrame
    return viewer ? (schema.safeParse(ask(viewer)).data ?? null) : null
  } catch {
    // It is loading, or shows a page of another site.
    return null
  }
}

export const lookInto = (frame: HTMLIFrameElement | null) => answerOf(frame, Look, (viewer) => viewer.look())
export const measurementsIn = (frame: HTMLIFrameElement | null) =>
  answerOf(frame, z.array(Measurement), (viewer) => viewer.measurements()) ?? []

export const seriesIn = (frame: HTMLIFrameElement | null) =>
  answerOf(frame, z.array(DisplaySet), (viewer) => viewer.series()) ?? []

/** Returns what came on screen since a place of the frame's log, or since its beginning if the frame has loaded anew. */
export function drawnIn(frame: HTMLIFrameElement | null, place: LogPlace): { place: LogPlace; drawn: Drawn[] } {
  const { log, next } = place ?? { log: 0, next: 0 }
  const found = answerOf(frame, DrawnSince, (viewer) => viewer.drawnSince(log, next))
  return found ? { place: { log: found.log, next: found.next }, drawn: found.drawn } : { place, drawn: [] }
}

/** Returns the annotations on the images of a study. Null before they are restored. Leaves out those that a report can't store. */
export function drawingIn(frame: HTMLIFrameElement | null, studyUid: string): Drawing | null {
  const found = answerOf(frame, Drawing.nullable(), (viewer) => viewer.annotations(studyUid))
  return found && { ...found, drawn: found.drawn.flatMap((one) => Annotation.safeParse(one).data ?? []) }
}

/** Draws a study's saved annotations and removes those deleted elsewhere. Returns the ids of what is drawn, or null if the study is not shown yet. */
export const restoreIn = (
  frame: HTMLIFrameElement | null,
  studyUid: string,
  { annotations, removed }: { annotations: readonly Annotation[]; removed: readonly string[] },
): string[] | null =>
  answerOf(frame, z.array(z.string()).nullable(), (viewer) => viewer.restoreAnnotations(studyUid, annotations, removed))

/** Draws those saved annotations of a prior beside the study that are missing. */
export const showPriorDrawingIn = (frame: HTMLIFrameElement | null, annotations: readonly Annotation[]): void =>
  void answerOf(frame, z.boolean(), (viewer) => viewer.showPriorAnnotations(annotations))

/** Shows an annotation in the active viewport. Returns false if it is not there. */
export const showAnnotationIn = (frame: HTMLIFrameElement | null, id: string): boolean =>
  answerOf(frame, z.boolean(), (viewer) => viewer.showAnnotation(id)) ?? false

/** Shows a display set in the active viewport. */
export const displayIn = (frame: HTMLIFrameElement | null, uid: string) =>
  void answerOf(frame, z.boolean(), (viewer) => viewer.display(uid))

/** Returns a thumbnail of a display set as a data URL, or null if there is none. */
export async function thumbnailIn(frame: HTMLIFrameElement | null, uid: string): Promise<string | null> {
  const asked = answerOf(frame, z.unknown(), (viewer) => viewer.thumbnail(uid))
  try {
    return z.string().safeParse(await asked).data ?? null
  } catch {
    // The frame has moved on meanwhile.
    return null
  }
}

/** Returns the image in the active viewport, with a picture if it belongs to this study. Null if there is none. */
export async function keyImageIn(frame: HTMLIFrameElement | null, studyUid: string): Promise<Shot | null> {
  const asked = answerOf(frame, z.unknown(), (viewer) => viewer.keyImage(studyUid, maxKeyImageSide))
  try {
    return Shot.safeParse(await asked).data ?? null
  } catch {
    // The frame has moved on meanwhile.
    return null
  }
}

/** The viewer's own paths are below this one. */
const base = '/viewer-app'

/** Moves a frame to another study by OHIF's own navigation, so that its code stays loaded. Returns false if that is impossible. */
export const navigateFrame = (frame: HTMLIFrameElement | null, address: string): boolean =>
  answerOf(frame, z.boolean(), (viewer) => viewer.navigate(address.slice(base.length))) ?? false

/** Delays requests that a frame has not sent yet, or releases them. */
export const holdLoading = (frame: HTMLIFrameElement | null, isHeld: boolean) =>
  void answerOf(frame, z.boolean(), (viewer) => viewer.hold(isHeld))

/** Gives a frame the user's keys and mouse buttons. */
export const bindIn = (frame: HTMLIFrameElement | null, bindings: ViewerBindings) =>
  void answerOf(frame, z.boolean(), (viewer) => viewer.bind(bindings))

/** Remembers how a frame shows its images. */
export const rememberLookOf = (frame: HTMLIFrameElement | null) =>
  void answerOf(frame, z.boolean(), (viewer) => viewer.remember())

/** Shows the images of a frame again as they were remembered. */
export const putBackLookOf = (frame: HTMLIFrameElement | null) => void answerOf(frame, z.boolean(), (viewer) => viewer.putBack())

/** Returns true if the frame failed to load. It then shows a page of the browser's own, which scripts can't read. */
export const isLost = (frame: HTMLIFrameElement | null): boolean => frame !== null && frame.contentDocument === null

type Heard = {
  onKey: (event: KeyboardEvent) => void
  onPress: () => void
  /** Called when the frame gets the focus. */
  onFocus: () => void
}

/** Listens to a frame's keys and presses before the viewer does. Returns the function that ends it. Does nothing if the frame failed to load. */
export function hearFrame(frame: HTMLIFrameElement, { onKey, onPress, onFocus }: Heard): () => void {
  const viewer = frame.contentDocument?.defaultView
  viewer?.addEventListener('keydown', onKey, true)
  viewer?.addEventListener('pointerdown', onPress, true)
  viewer?.addEventListener('focus', onFocus)
  return () => {
    viewer?.removeEventListener('keydown', onKey, true)
    viewer?.removeEventListener('pointerdown', onPress, true)
    viewer?.removeEventListener('focus', onFocus)
  }
}
