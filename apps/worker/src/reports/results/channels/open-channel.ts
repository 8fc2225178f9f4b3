import type { ResultDestinationRow } from '@readroom/db/reports/result-destinations'
import type { Places } from '../../../core/places.ts'
import type { Channel } from './channel.ts'
import { openDicomChannel } from './dicom-channel.ts'
import { openFolderChannel } from './folder-channel.ts'
import { type ClientIdentity, type Hl7Limits, openHl7Channel } from './hl7-channel.ts'
import { openStowChannel } from './stow-channel.ts'
import { openWebhookChannel } from './webhook-channel.ts'

/** The worker's part of what destinations need. */
export type ChannelOptions = {
  identity: ClientIdentity | null
  places: Places
  limits: Hl7Limits
  /** The folder below which results are written. Null: no destination of this kind works. */
  folder: string | null
  /** Opens the secrets of destinations. Null: no destination that has one works. */
  openSecret: ((sealed: string) => Promise<string | null>) | null
}

/** Opens a channel to a destination. */
export function openChannel(
  destination: Pick<ResultDestinationRow, 'settings' | 'sealedSecret'>,
  { identity, places, limits, folder, openSecret }: ChannelOptions,
): Channel {
  const { settings, sealedSecret } = destination
  if (settings.kind === 'hl7') return openHl7Channel(settings, identity, { places, ...limits })
  if (settings.kind === 'dicom') return openDicomChannel(settings, identity, { places, ...limits })
  if (settings.kind === 'folder') return openFolderChannel(settings, folder)
  const readSecret = async () => (sealedSecret && openSecret ? openSecret(sealedSecret) : null)
  return settings.kind === 'stow'
    ? openStowChannel(settings, readSecret, { places, ...limits })
    : openWebhookChannel(settings, readSecret, { places, ...limits })
}
