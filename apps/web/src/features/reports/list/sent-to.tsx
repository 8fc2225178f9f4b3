import type { Report } from '@readroom/contracts/reports/reports'
import { formatInstant } from '../../../lib/format.ts'
import { answerLabels, settingsKindLabels } from '../deliveries/delivery-words.ts'

const wayLabels = { ...settingsKindLabels, mail: 'Email', download: 'Download' }

/** Shows to which systems and addresses a report was sent, with the last answer of each. */
export function SentTo({ report: { sent, version } }: { report: Pick<Report, 'sent' | 'version'> }) {
  if (sent.length === 0) return null
  return (
    <ul aria-label={`Version ${version} sent to`} className="mt-1 grid gap-1.5">
      {sent.map(({ laboratory, way, receiver, isWithdrawal, at, answer }) => {
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
              {way !== 'mail' && `. ${answer === null ? 'Not answered yet' : answerLabels[answer]}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
