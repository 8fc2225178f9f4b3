import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../lib/api/api-error.ts'
import { cx } from '../../lib/cx.ts'
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts'
import { keyImageOptions } from '../../lib/studies/key-image-options.ts'

type Props = { studyId: string; keyImage: { id: string; width: number; height: number }; alt: string; className?: string }

/** A picture in a report, in the room that it will take; one that cannot be shown says so. */
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
