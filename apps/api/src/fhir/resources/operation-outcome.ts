import type { OperationOutcome } from '@medplum/fhirtypes'
import type { AppError } from '@readroom/contracts/core/errors'

type IssueCode = OperationOutcome['issue'][number]['code']

/** FHIR's codes of issues, by status. */
const issueCodes: Record<number, IssueCode> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  406: 'not-supported',
  409: 'conflict',
  412: 'multiple-matches',
  422: 'invalid',
  429: 'throttled',
  503: 'transient',
}

/** Describes an error as FHIR does. `diagnostics` says more than the error's own text. */
export function operationOutcome({ code, status, message }: AppError, diagnostics: string | null): OperationOutcome {
  const issueCode = issueCodes[status] ?? (status >= 500 ? 'exception' : 'processing')
  return {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'error',
        code: issueCode,
        details: { coding: [{ code }], text: message },
        ...(diagnostics !== null && { diagnostics }),
      },
    ],
  }
}
