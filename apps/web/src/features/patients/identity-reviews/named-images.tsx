import { renderedImage } from '@readroom/contracts/images/viewer'
import type { NamedImages } from '@readroom/contracts/patients/study-people'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format.ts'
import { useObjectUrl } from '../../../lib/hooks/use-object-url.ts'

type Props = { studyInstanceUID: string; images: NamedImages }

const pictureOptions = (studyInstanceUID: string, { seriesInstanceUID, sopInstanceUID }: NamedImages) =>
  queryOptions({
    queryKey: ['first-image', studyInstanceUID, seriesInstanceUID, sopInstanceUID],
    queryFn: async ({ signal }) => {
      const params = { studyInstanceUID, seriesInstanceUID, sopInstanceUID }
      return (await api.download(renderedImage, { params }, { signal })).blob
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Shows images of one series that name one person: the first of them, and how many they are. */
export function NamedImagesItem({ studyInstanceUID, images }: Props) {
  const { seriesNumber, modality, description, numberOfImages } = images
  const { data, isError } = useQuery(pictureOptions(studyInstanceUID, images))
  const url = useObjectUrl(data)
  const name = [seriesNumber !== null && `Series ${seriesNumber}`, modality, description].filter(Boolean).join(', ') || 'Series'
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="grid size-20 shrink-0 place-items-center overflow-hidden bg-black text-center text-xs text-[#c9d1d9]">
        {url ? <img src={url} alt={name} className="size-full object-contain" /> : isError && 'No picture'}
      </span>
      <span className="min-w-0">
        <span className="block font-medium break-words">{name}</span>
        <span className="num block text-sm text-text-2">{plural(numberOfImages, 'image')}</span>
      </span>
    </li>
  )
}
