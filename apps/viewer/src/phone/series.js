import { icon, make, mark } from './dom.js'

const numberOf = ({ SeriesNumber }) => Number(SeriesNumber) || Number.MAX_SAFE_INTEGER
const countOf = ({ numImageFrames, instances, images }) => numImageFrames ?? images?.length ?? instances?.length ?? ''

/** Creates the strip of the study's series, each with a thumbnail or, without one, an icon. */
export function createSeries({ services, libraries, open }) {
  const element = make('nav', { className: 'ph-strip', 'aria-label': 'Series' })
  const pictures = new Map()
  let buttons = new Map()
  let key = ''

  const sourceOf = async (imageId) => {
    const canvas = document.createElement('canvas')
    await libraries.cornerstone.utilities.loadImageToCanvas({ canvas, imageId, thumbnail: true })
    return canvas.toDataURL()
  }
  /** Loads the thumbnail of a series once, when it comes into view and the first image is loaded. */
  async function picture(set, frame) {
    const { displaySetInstanceUID: uid } = set
    if (!pictures.has(uid))
      pictures.set(
        uid,
        Promise.resolve(set.getThumbnailSrc?.({ getImageSrc: sourceOf })).catch(() => null),
      )
    const src = await pictures.get(uid)
    if (src) frame.replaceChildren(make('img', { src, alt: '', draggable: false }))
  }
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const set = services.displaySetService.getDisplaySetByUID(target.dataset.uid)
      if (!isIntersecting || !set) continue
      seen.unobserve(target)
      picture(set, target.firstChild)
    }
  })

  function item(set) {
    const label = set.SeriesDescription || set.label || set.Modality || 'Series'
    const frame = make('span', { className: 'ph-frame' }, icon('image'))
    const count = make('span', { className: 'ph-count', textContent: countOf(set) })
    const words = make('span', { className: 'ph-label' }, make('span', { textContent: label }), ' ', count)
    const button = make('button', { type: 'button', title: label, onclick: () => open(set.displaySetInstanceUID) }, frame, words)
    button.dataset.uid = set.displaySetInstanceUID
    return button
  }

  function offer(sets) {
    const fresh = sets.map(({ displaySetInstanceUID }) => displaySetInstanceUID).join()
    if (fresh === key) return
    key = fresh
    seen.disconnect()
    buttons = new Map(sets.map((set) => [set.displaySetInstanceUID, item(set)]))
    element.replaceChildren(...buttons.values())
  }

  let isReady = false
  let chosen = null

  function draw({ set, total }) {
    const all = services.displaySetService.getActiveDisplaySets()
    const ofStudy = all.filter(({ StudyInstanceUID, unsupported }) => StudyInstanceUID === set?.StudyInstanceUID && !unsupported)
    const before = key
    offer(ofStudy.sort((one, other) => numberOf(one) - numberOf(other)))
    for (const [uid, button] of buttons) mark(button, 'aria-current', uid === set?.displaySetInstanceUID)
    const uid = set?.displaySetInstanceUID ?? null
    if (uid !== chosen || before !== key) buttons.get(uid)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    chosen = uid
    // The requested image loads first.
    if (isReady ? before !== key : total > 0) for (const button of buttons.values()) seen.observe(button)
    isReady ||= total > 0
  }
  return { element, draw }
}
