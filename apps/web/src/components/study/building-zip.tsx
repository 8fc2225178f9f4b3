import { Progress } from '../ui/progress.tsx'

type Props = { label: string; imagesDone: number; imagesTotal: number; fileSizeMB: number | null }

/** `45 %, 12.3 MB` of a ZIP that is being built; the percentage is that of its images. */
export function progressText({ imagesDone, imagesTotal, fileSizeMB }: Omit<Props, 'label'>): string {
  if (imagesTotal === 0 || imagesDone === 0) return 'waiting'
  return `${Math.floor((imagesDone / imagesTotal) * 100)} %, ${(fileSizeMB ?? 0).toFixed(1)} MB`
}

/** How far a ZIP is that is being built. */
export function BuildingZip({ label, ...progress }: Props) {
  const { imagesDone, imagesTotal } = progress
  return <Progress label={label} value={imagesTotal > 0 ? imagesDone / imagesTotal : null} text={progressText(progress)} />
}
