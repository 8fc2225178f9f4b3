import type { ResultDestination } from '@readroom/contracts/reports/result-endpoints'
import { formatInstant } from '../../../lib/format.ts'
import { answerLabels } from './delivery-words.ts'

/** Shows when a destination answered last, and how. */
export function LastAnswer({ lastAnswer }: Pick<ResultDestination, 'lastAnswer'>) {
  if (lastAnswer === null) return 'None'
  return (
    <>
      <span className="num whitespace-nowrap">{formatInstant(lastAnswer.at).text}</span>
      <span className="block text-xs whitespace-normal text-text-3">{answerLabels[lastAnswer.answer]}</span>
    </>
  )
}
