import type { EchoResult, Scanner } from '@readroom/contracts/orders/scanners'

const answerWords: Record<EchoResult['answer'], (result: EchoResult) => string> = {
  answered: ({ milliseconds }) => `Answered in ${milliseconds} ms`,
  otherTitle: () => 'Refused: the scanner has another AE title',
  unknownTitle: ({ callingAeTitle }) => `Refused: the scanner does not know our AE title ${callingAeTitle}`,
  refused: () => 'Refused by the scanner',
  unreachable: () => 'No connection',
  closed: () => 'The scanner closed the connection without an answer',
  silent: () => 'The scanner did not answer in time',
  garbage: () => 'The answer could not be read',
  noTls: () => 'The scanner did not agree on TLS',
  otherCertificate: () => 'Not asked: the scanner showed another certificate',
  invalidCertificate: () => 'Not asked: the certificate of the scanner is not valid today',
  forbidden: () => 'Not asked: the address is private, and the worklist does not allow it',
}

/** Describes the last test of a scanner. */
export function testWords(test: Scanner['test']): string {
  if (test === null) return 'Not tested'
  if (test.isRunning) return 'Asking the scanner...'
  return test.result === null ? 'The worker did not run the test' : answerWords[test.result.answer](test.result)
}
