import type { Report } from '@readroom/contracts/reports/reports'
import { formatInstant } from '../../../lib/format.ts'
import { answerLabels, settingsKindLabels } from '../deliveries/delivery-words.ts'

const wayLabels = { ...settingsKindLabels, mail: 'Email', download: 'Download' }

type Sent = Report['sent'][number]

/** Returns the state of a message in words; an email has none. */
function stateOf({ way, isQueued, answer }: Sent): string {
  if (way === 'mail') return ''
  if (isQueued) return '. Waiting to be sent'
  return answer === null ? '. Not answered yet' : `. ${answerLabels[answer]}`
}

/** Shows to which systems and addresses a report was sent, with the last answer of each, and where it waits to be sent. */
export function SentTo({ report: { sent, version } }: { report: Pick<Report, 'sent' | 'version'> }) {
  if (sent.length === 0) return null
  return (
    <ul aria-label={`Version ${version} sent to`} className="mt-1 grid gap-1.5">
      {sent.map((each) => {
        const { laboratory, way, receiver, isWithdrawal, at } = each
        const { text, exact } = formatInstant(at)
        return (
          <li key={`${at} ${receiver} ${isWithdrawal}`}>
            <bdi>{receiver}</bdi>,{' '}
            <time dateTime={at} data-tip={exact} className="num text-text-2">
              {text}
            </time>
            <span className="block text-sm text-text-2">
              {isWithdrawal ? 'Withdrawal of version' : 'Version'} <span className="num">{version}</span>, <bdi>{laboratory}</bdi>
              , {wayLabels[way]}
              {stateOf(each)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
