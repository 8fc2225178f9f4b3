import { maxKeyImageSide } from '@readroom/contracts/key-images'
import { z } from 'zod'

const Place = z.object({
  studyUid: z.string().nullable(),
  series: z.number().nullable(),
  image: z.number().nullable(),
  /** Of an image of several. */
  frame: z.number().nullable(),
})
export type Place = z.infer<typeof Place>

const Measurement = Place.extend({ label: z.string(), text: z.array(z.string()) })
export type Measurement = z.infer<typeof Measurement>

/** An image that is shown, and a picture of it (a data URL): null where it would show another study, or is still being drawn. */
const Shot = Place.extend({ sopInstanceUid: z.string(), picture: z.string().nullable() })
export type Shot = z.infer<typeof Shot>

const Look = z.object({
  /** The study of the frame's address. */
  asked: z.string().nullable(),
  /** The studies of everything that stands in it. */
  shown: z.array(z.string()),
  isDrawn: z.boolean(),
  /** It waits for no image. */
  isIdle: z.boolean(),
})
export type Look = z.infer<typeof Look>

/** What the viewer's build answers the page around it with (`apps/viewer/src/reading-frame.js`). */
type ReadroomFrame = Record<'look' | 'measurements', () => unknown> & {
  navigate(to: string): boolean
  keyImage(studyUid: string, maxSide: number): Promise<unknown>
  hold(isHeld: boolean): boolean
}

declare global {
  interface Window {
    readroomFrame?: ReadroomFrame
  }
}

/** What a frame answers; null where it is not the viewer (any more), or not ready. */
function answerOf<T>(frame: HTMLIFrameElement | null, schema: z.ZodType<T>, ask: (viewer: ReadroomFrame) => unknown): T | null {
  try {
    const viewer = frame?.contentWindow?.readroomFrame
    return viewer ? (schema.safeParse(ask(viewer)).data ?? null) : null
  } catch {
    // It is being loaded, or shows a page of another site.
    return null
  }
}

export const lookInto = (frame: HTMLIFrameElement | null) => answerOf(frame, Look, (viewer) => viewer.look())
export const measurementsIn = (frame: HTMLIFrameElement | null) =>
  answerOf(frame, z.array(Measurement), (viewer) => viewer.measurements()) ?? []

/** The image that is shown in the viewport in use, with a picture of it if it is of this study; null where there is none. */
export async function keyImageIn(frame: HTMLIFrameElement | null, studyUid: string): Promise<Shot | null> {
  const asked = answerOf(frame, z.unknown(), (viewer) => viewer.keyImage(studyUid, maxKeyImageSide))
  try {
    return Shot.safeParse(await asked).data ?? null
  } catch {
    // It was led elsewhere meanwhile.
    return null
  }
}

/** Below here the viewer has its own paths. */
const base = '/viewer-app'

/** Leads a frame to another study by OHIF's own navigation: its code stays loaded. False where it cannot. */
export const navigateFrame = (frame: HTMLIFrameElement | null, address: string): boolean =>
  answerOf(frame, z.boolean(), (viewer) => viewer.navigate(address.slice(base.length))) ?? false

/** Holds back what a frame has not asked the network for yet, or lets it go. */
export const holdLoading = (frame: HTMLIFrameElement | null, isHeld: boolean) =>
  void answerOf(frame, z.boolean(), (viewer) => viewer.hold(isHeld))

/** The frame could not be loaded: it shows a page of the browser's own, which nobody may look into. */
export const isLost = (frame: HTMLIFrameElement | null): boolean => frame !== null && frame.contentDocument === null

/** Hears the keys of a frame before the viewer does; not where it could not be loaded. */
export function hearKeys(frame: HTMLIFrameElement, onKey: (event: KeyboardEvent) => void): void {
  frame.contentDocument?.defaultView?.addEventListener('keydown', onKey, true)
}
