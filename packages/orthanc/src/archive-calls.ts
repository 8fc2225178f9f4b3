const id = '[0-9a-f]{8}(-[0-9a-f]{8}){4}'

/**
 * The only questions that the archive is asked: for files, tags, and frames as they are stored. None of them makes it decode pixels, which ends it
 * on files that no scanner writes (docs/decisions/images/image-decoding.md).
 */
const calls = [
  /^\/(system|plugins|changes|statistics|studies|series)$/,
  new RegExp(`^/studies/${id}(/(series|instances|statistics|shared-tags))?$`),
  new RegExp(`^/series/${id}(/(instances|shared-tags|instances-tags))?$`),
  /^\/instances$/,
  new RegExp(`^/instances/${id}(/(file|simplified-tags))?$`),
  new RegExp(`^/instances/${id}/metadata/(TransferSyntax|SopClassUid)$`),
  new RegExp(`^/instances/${id}/content/[0-9a-f]{4}-[0-9a-f]{4}(/[0-9]+/[0-9a-f]{4}-[0-9a-f]{4})*$`, 'i'),
  new RegExp(`^/instances/${id}/attachments/dicom/(md5|verify-md5)$`),
  new RegExp(`^/instances/${id}/modify$`),
  new RegExp(`^/instances/${id}/frames/-?[0-9]{1,6}/raw$`),
  /^\/tools\/(lookup|bulk-content|create-dicom)$/,
  /^\/dicom-web\/studies$/,
  /^\/dicom-web\/studies\/[^/]+(\/(metadata|series|instances))?$/,
  /^\/dicom-web\/studies\/[^/]+\/series\/[^/]+(\/(metadata|instances))?$/,
  /^\/dicom-web\/studies\/[^/]+\/series\/[^/]+\/instances\/[^/]+(\/metadata|\/frames\/[0-9,]+|\/bulk\/[0-9a-f/]+)?$/i,
  /^\/web-viewer\/(app|libs)\/[a-z0-9./_-]+$/,
  new RegExp(`^/web-viewer/is-stable-series/${id}$`),
]

/** Files and frames by DICOMweb, for which the archive decodes pixels unless it is asked for what is stored. */
const asStored = /^\/dicom-web\/studies\/[^/]+(\/series\/[^/]+(\/instances\/[^/]+(\/frames\/[0-9,]+)?)?)?$/

/** Throws a TypeError for a question that is not allowed: it is a fault of this program. `path` is without the archive's address. */
export function checkCall(path: string, accept: string | undefined): void {
  const [place = ''] = path.split('?')
  const isAllowed = calls.some((call) => call.test(place))
  const mayDecode = asStored.test(place) && !accept?.endsWith('; transfer-syntax=*')
  if (!isAllowed || mayDecode) throw new TypeError(`the archive is not asked for ${place}`)
}
