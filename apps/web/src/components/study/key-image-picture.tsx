import { keyImageEndpoints } from '@readroom/contracts/reading/key-images'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { cx } from '../../lib/cx.ts'
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts'

/** Loads the picture of a key image. It never changes under its id. */
const keyImageOptions = (studyId: string, keyImageId: string) =>
  queryOptions({
    queryKey: ['key-image', studyId, keyImageId],
    queryFn: async ({ signal }) =>
      (await api.download(keyImageEndpoints.picture, { params: { studyId, keyImageId } }, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })

type Props = { studyId: string; keyImage: { id: string; width: number; height: number }; alt: string; className?: string }

/** Renders a picture in a report. Its space is reserved while it loads, and a failure is shown in it. */
export function KeyImagePicture({ studyId, keyImage: { id, width, height }, alt, className }: Props) {
  const { data, error, refetch } = useQuery(keyImageOptions(studyId, id))
  const url = useObjectUrl(data)
  const place = cx('block bg-black object-contain', className)
  if (error) {
    return (
      <button
        type="button"
        className={cx(place, 'grid place-items-center p-2 text-xs text-[#c9d1d9]')}
        onClick={() => void refetch()}
      >
        {messageOf(error, 'The picture could not be loaded.')} Try again
      </button>
    )
  }
  return url ? (
    <img src={url} alt={alt} width={width} height={height} className={place} />
  ) : (
    <div role="status" aria-label={`Loading ${alt}`} style={{ aspectRatio: `${width} / ${height}` }} className={place} />
  )
}
