import { Progress } from '../ui/progress.tsx'

type Props = { label: string; imagesDone: number; imagesTotal: number; fileSizeMB: number | null }

/** Formats the progress of a ZIP being built, as in `45 %, 12.3 MB`. The percentage counts its images. */
export function progressText({ imagesDone, imagesTotal, fileSizeMB }: Omit<Props, 'label'>): string {
  if (imagesTotal === 0 || imagesDone === 0) return 'waiting'
  return `${Math.floor((imagesDone / imagesTotal) * 100)} %, ${(fileSizeMB ?? 0).toFixed(1)} MB`
}

/** Renders the progress of a ZIP being built. */
export function BuildingZip({ label, ...progress }: Props) {
  const { imagesDone, imagesTotal } = progress
  return <Progress label={label} value={imagesTotal > 0 ? imagesDone / imagesTotal : null} text={progressText(progress)} />
}
