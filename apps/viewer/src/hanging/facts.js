const text = (value) => `${[value].flat()[0] ?? ''}`.trim()

/** Returns the normal of an image from Image Orientation (Patient) (0020,0037), six numbers. */
function normalOf(orientation) {
  const [a, b, c, d, e, f] = [orientation].flat().map(Number)
  if (f === undefined || [a, b, c, d, e, f].some(Number.isNaN)) return null
  return [b * f - c * e, c * d - a * f, a * e - b * d]
}

const orientationOf = (instance) =>
  instance.ImageOrientationPatient ??
  instance.SharedFunctionalGroupsSequence?.[0]?.PlaneOrientationSequence?.[0]?.ImageOrientationPatient

/** Names of localizers in descriptions. */
const localizer = /\b(locali[sz]er|scout|topogram|pilot|survey|surview)\b/i

/** Returns the facts about a display set that decide where it is shown. */
export function factsOf(set) {
  const instance = set.instances?.[0] ?? set.images?.[0] ?? {}
  const number = Number.parseInt(set.SeriesNumber ?? instance.SeriesNumber, 10)
  const description = text(instance.SeriesDescription ?? set.SeriesDescription)
  return {
    uid: set.displaySetInstanceUID,
    modality: text(set.Modality ?? instance.Modality),
    number: Number.isNaN(number) ? Number.MAX_SAFE_INTEGER : number,
    description,
    images: set.numImageFrames ?? 0,
    view: text(instance.ViewPosition).toUpperCase(),
    side: text(instance.ImageLaterality ?? instance.Laterality).toUpperCase(),
    normal: normalOf(orientationOf(instance)),
    isLocalizer:
      localizer.test(description) || [instance.ImageType].flat().some((part) => text(part).split('\\').includes('LOCALIZER')),
  }
}

export const hasImages = ({ numImageFrames, unsupported }) => numImageFrames > 0 && !unsupported
