import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { newerThanTaken } from '../../../components/study/corrected-since.tsx'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { SignedReportPage } from './signed-report-page.tsx'
import type { SignedVersion } from './signed-versions.ts'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const written = (section: string, text: string): ReportContent => ({
  type: 'doc',
  content: [
    {
      type: 'section',
      attrs: { id: section, origin: '' },
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    },
  ],
})

function makeVersion(number: number, fields: Partial<SignedVersion> = {}): SignedVersion {
  return {
    id: id(number),
    reportId: id(100 + number),
    number,
    kind: 'original',
    meaning: 'final',
    content: written('findings', `Text of version ${number}.`),
    signedBy: 'Dr Ines Carvalho',
    signedAt: `2026-11-21T1${number}:00:00.000Z`,
    writers: [],
    templateName: null,
    reason: '',
    confirmed: [],
    keyImages: [],
    hash: `${number}`.repeat(64),
    isWithdrawn: false,
    notSeen: [],
    displayed: null,
    isReady: true,
    recallSeconds: null,
    snapshot: {
      patient: { name: 'Γιώργος Αντωνίου', id: 'RH-1', sex: 'M', birthDate: null, age: '61' },
      study: {
        studyInstanceUid: '1.2.3',
        accessionNumber: 'ACC-7',
        description: 'CT Right knee',
        modalities: ['CT'],
        studyDate: '2026-11-21',
        studyTime: null,
        referringPhysician: null,
      },
      images: { generation: 1, instancesHash: null },
      laboratory: { name: 'Northgate Imaging', address: '14 Quay Street', phone: '', email: '' },
      signer: { name: 'Dr Ines Carvalho', specialization: 'Neuroradiology', signatureKey: null },
    },
    ...fields,
  }
}

/** Shows the page with these versions, newest first. Returns a mock that counts the verifications. */
function show(versions: SignedVersion[], { isIntact = true } = {}) {
  const checks = vi.fn()
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/critical-results')) return Response.json({ success: true, results: [] })
    if (!address.endsWith('/report-versions'))
      return Response.json({
        success: true,
        reports: [],
        workflowStatus: 'report_finalized',
        totalReports: 0,
        studyInfo: { reportInfo: { reporterName: null } },
      })
    checks()
    return Response.json({ success: true, versions, isIntact })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SignedReportPage studyId={id(1)} onLeave={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return checks
}

signInEachTest()

const versionsShown = () => within(screen.getByRole('region', { name: 'Versions' })).getAllByRole('button')

test('shows an addendum below its report, and lists the versions, newest first', async () => {
  const addendum = { kind: 'addendum', content: written('addendum', 'New fracture.') } as const
  show([makeVersion(2, addendum), makeVersion(1)])
  const articles = await screen.findAllByRole('article')
  expect(articles.map((article) => article.getAttribute('aria-label'))).toEqual(['Report', 'Addendum'])
  expect(articles[0]?.textContent).toContain('Text of version 1.')
  expect(articles[1]?.textContent).toContain('New fracture.')
  expect(versionsShown().map((version) => version.querySelector('span span')?.textContent)).toEqual([
    'Addendum 1',
    'Final report',
  ])
})

test('shows a correction alone with its reason, and the corrected text one click away, marked as corrected', async () => {
  show([makeVersion(2, { kind: 'correction', reason: 'The side was wrong.' }), makeVersion(1)])
  await screen.findAllByRole('article')
  const main = screen.getByRole('main')
  expect(main.textContent).toContain('Text of version 2.')
  expect(main.textContent).not.toContain('Text of version 1.')
  const [corrected, former] = versionsShown()
  expect(corrected?.textContent).toContain('Why: The side was wrong.')
  if (former) fireEvent.click(former)
  expect(main.textContent).toContain('Corrected since')
  expect(main.textContent).toContain('Text of version 1.')
})

test('shows word by word what a correction changed in the report and its addenda', async () => {
  const before = makeVersion(1, { content: written('findings', 'Fracture of the left knee.') })
  const addendum = makeVersion(2, { kind: 'addendum', content: written('addendum', 'Compared.') })
  const content = written('findings', 'Fracture of the right knee.')
  show([makeVersion(3, { kind: 'correction', reason: 'The side was wrong.', content }), addendum, before])
  const changed = await screen.findByRole('region', { name: 'Changed since version 2' })
  expect(
    within(changed)
      .getAllByRole('deletion')
      .map(({ textContent }) => textContent),
  ).toEqual(['left', 'Compared.'])
  expect(
    within(changed)
      .getAllByRole('insertion')
      .map(({ textContent }) => textContent),
  ).toEqual(['right'])
  expect(changed.textContent).toContain('Why: The side was wrong.')
  const [, , first] = versionsShown()
  if (first) fireEvent.click(first)
  expect(screen.queryByRole('region', { name: /^Changed since/ })).toBeNull()
})

test("doesn't show a withdrawn version first, and marks it when it is opened", async () => {
  show([makeVersion(2, { isWithdrawn: true }), makeVersion(1, { meaning: 'preliminary' })])
  await screen.findAllByRole('article')
  const main = screen.getByRole('main')
  expect(main.textContent).toContain('PRELIMINARY')
  const [withdrawn] = versionsShown()
  if (withdrawn) fireEvent.click(withdrawn)
  expect(main.textContent).toContain('Withdrawn')
  expect(main.textContent).not.toContain('PRELIMINARY')
})

test('says if the stored versions match their signatures, and verifies again on request', async () => {
  const checks = show([makeVersion(1)])
  expect(await screen.findByText(/The version matches its signature/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await eventually(() => expect(checks).toHaveBeenCalledTimes(2))
  cleanup()
  show([makeVersion(1)], { isIntact: false })
  expect((await screen.findByRole('alert')).textContent).toContain('Differs from signed')
  expect(screen.queryByText('Verified')).toBeNull()
})

test("a document that is being made can't be downloaded yet", async () => {
  show([makeVersion(1, { isReady: false })])
  expect(await screen.findByText('Creating document')).toBeTruthy()
  for (const name of ['Download PDF', 'Download Word'])
    expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true)
})

test('tells users with an earlier version about an addendum or correction until they have the newest', () => {
  const report = (version: number, isTaken: boolean, kind: ReportKind = 'correction') => {
    const signed = { kind, meaning: 'final', number: version } as const
    return { version, isTaken, reportStatus: 'finalized', isWithdrawn: false, signed } as const
  }
  const since = (...reports: Parameters<typeof newerThanTaken>[0]) => newerThanTaken(reports)
  expect(since(report(2, false), report(1, true))).toBe('correction')
  expect(since(report(2, false, 'addendum'), report(1, true))).toBe('addendum')
  expect(since(report(3, false, 'addendum'), report(2, false), report(1, true))).toBe('correction')
  expect(since(report(2, true), report(1, true))).toBeNull()
  expect(since(report(2, false), report(1, false))).toBeNull()
  expect(since({ ...report(2, false), isWithdrawn: true }, report(1, true))).toBeNull()
})

test('shows report text as text, not as markup', async () => {
  const hostile = '<img src=x onerror=alert(1)> {name} \\ #read'
  show([makeVersion(1, { content: written('findings', hostile) })])
  expect(await screen.findByText(hostile)).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
})

test('says which images the signer has displayed', async () => {
  const others = [{ number: 3, modality: 'ECG', description: null, images: 2, of: 3, said: 'undrawn-elsewhere' } as const]
  show([makeVersion(1, { displayed: { shown: 4, of: 28, others } })])
  const { textContent } = await screen.findByRole('region', { name: 'Images' })
  expect(textContent).toContain('4 of 28 images.')
  expect(textContent).toContain('saw on another workstation: series 3, 2 of 3 groups of curves.')
})
