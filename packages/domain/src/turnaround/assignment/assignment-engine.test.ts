import { describe, expect, it } from 'vitest'
import { anOpenStudy, aReader, aStudy } from '../../studies/assignments/ranking.fixture.ts'
import { inDealingOrder, minutesOf, type Reader, type StudyToDeal } from '../../studies/assignments/ranking.ts'
import { afterDeal, countRefusals, type Deal, dealAll, makeDealer } from './assignment-engine.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
const hour = 3_600_000
const deal = (readers: Reader[], facts: Partial<StudyToDeal> = {}, at = now): Deal =>
  makeDealer('Europe/Berlin')(aStudy(facts), readers, at)
const winner = (readers: Reader[], facts: Partial<StudyToDeal> = {}) => deal(readers, facts).doctorId
const explained = (outcome: Deal) => (outcome.doctorId === null ? null : outcome.explanation)
const deficitsOf = (outcome: Deal) =>
  Object.fromEntries(outcome.doctorId === null ? [] : outcome.deficits.map(({ doctorId, deficit }) => [doctorId, deficit]))

describe('who is dealt a study', () => {
  const far = aReader('far', { deficit: 20, deficitAt: now })

  it('the reader who is the furthest below the share, with the reason as numbers', () => {
    const outcome = deal([aReader('near'), far])
    expect(outcome.doctorId).toBe('far')
    expect(explained(outcome)).toEqual({
      rule: 'share',
      minutes: 6,
      deficitMinutes: 23,
      openStat: 0,
      eligible: 2,
      expectedAt: '2026-11-25T12:06:00.000Z',
      isAfterShift: false,
      others: [{ doctorId: 'near', why: 'share' }],
    })
  })

  it('and says of each other reader which rule or obstacle left them out, the closest first', () => {
    const prior = aReader('prior', { deficit: -90, deficitAt: now })
    const readers = [far, prior, aReader('full', { open: [anOpenStudy({ minutes: 60 })], openMinutesLimit: 60 })]
    expect(explained(deal([...readers, aReader('new', { lacks: 'signIn' })], { priorDoctorId: 'prior' }))?.others).toEqual([
      { doctorId: 'far', why: 'prior' },
      { doctorId: 'new', why: 'new' },
      { doctorId: 'full', why: 'limit' },
    ])
  })

  it('a reader with an open study of the patient before the author of the prior, and both before anybody’s turn', () => {
    const patient = aReader('patient', { open: [anOpenStudy({ patientId: 'mary' })], deficit: -90, deficitAt: now })
    const prior = aReader('prior', { deficit: -90, deficitAt: now })
    const known = { patientId: 'mary', priorDoctorId: 'prior' }
    expect(explained(deal([far, prior, patient], known))?.rule).toBe('patient')
    expect(winner([far, prior, patient], known)).toBe('patient')
    expect(winner([far, prior], known)).toBe('prior')
    expect(explained(deal([far, prior], known))?.rule).toBe('prior')
    expect(winner([far, prior, patient], { patientId: null })).toBe('far')
  })

  it('not the reader who knows the patient if the limit is reached', () => {
    const full = aReader('full', { open: [anOpenStudy({ patientId: 'mary', minutes: 60 })], openMinutesLimit: 60 })
    expect(winner([far, full], { patientId: 'mary' })).toBe('far')
  })

  it.each(['STAT', 'EMERGENCY'] as const)(
    'of %s studies, the reader with whom it waits least, then the one whose turn it is',
    (urgency) => {
      const due = now + hour
      const before = (minutes: number) => [anOpenStudy({ urgency: 'EMERGENCY', dueAt: now + hour / 2, minutes })]
      const busy = aReader('busy', { open: before(8), deficit: 40, deficitAt: now })
      const free = aReader('free', { open: before(3), deficit: -40, deficitAt: now })
      const alsoFree = aReader('also', { open: before(3), deficit: -10, deficitAt: now })
      const outcome = deal([busy, free, alsoFree], { urgency, dueAt: due })
      expect(outcome.doctorId).toBe('also')
      expect(explained(outcome)).toMatchObject({ rule: 'share', openStat: 1, deficitMinutes: -8 })
      expect(explained(deal([busy, free], { urgency, dueAt: due }))?.rule).toBe('emergency')
      expect(winner([busy, free, alsoFree], { urgency: 'URGENT', dueAt: due })).toBe('busy')
    },
  )

  it('of equal readers, who reads it first, then who waited the longest, then the smaller id', () => {
    const waited = aReader('waited', { lastAssignedAt: now - 2 * hour })
    const recent = aReader('a', { lastAssignedAt: now - hour })
    expect(winner([recent, waited])).toBe('waited')
    expect(winner([recent, waited, aReader('never')])).toBe('never')
    expect(winner([aReader('two'), aReader('one')])).toBe('one')
    expect(winner([aReader('busy', { open: [anOpenStudy()], lastAssignedAt: null }), waited])).toBe('waited')
  })

  it('never a reader who declined the study', () => {
    const outcome = deal([aReader('one')], { declinedBy: ['one'] })
    expect(outcome).toEqual({
      doctorId: null,
      refusals: [{ doctorId: 'one', obstacles: [{ kind: 'declined' }] }],
    })
  })

  it('only a reader of the group that the laboratory is limited to', () => {
    const readers = [aReader('one'), aReader('two', { groupIds: ['neuro', 'chest'] }), aReader('three', { groupIds: ['chest'] })]
    expect(deal(readers, { groupId: 'neuro' })).toMatchObject({ doctorId: 'two', explanation: { eligible: 1 } })
    const outcome = deal(readers, { groupId: 'spine' })
    expect(outcome.doctorId === null && countRefusals(outcome.refusals)).toEqual([{ kind: 'group', doctors: 3 }])
  })

  it('nobody, with the doctors counted by the obstacle that lasts the longest', () => {
    const off = { presence: null, availableDays: ['Monday'] }
    const outcome = deal(
      [
        aReader('mr', { readsModalities: ['MR'], works: off }),
        aReader('us', { readsModalities: ['US'] }),
        aReader('off', { works: off, open: [anOpenStudy({ minutes: 9 })], openMinutesLimit: 9 }),
      ],
      {},
    )
    expect(outcome.doctorId === null && countRefusals(outcome.refusals)).toEqual([
      { kind: 'modality', doctors: 2 },
      { kind: 'day', doctors: 1 },
    ])
    expect(deal([])).toEqual({ doctorId: null, refusals: [] })
  })
})

describe('deficits', () => {
  it('credit the eligible by their shares and charge the one who got the study, also for an emergency', () => {
    const readers = [
      aReader('half', { share: 50, open: [anOpenStudy({ urgency: 'EMERGENCY' })] }),
      aReader('full'),
      aReader('away', { readsModalities: ['MR'] }),
    ]
    expect(deficitsOf(deal(readers, { urgency: 'STAT' }))).toEqual({ half: 2, full: -2 })
  })

  it('halve as a shift begins', () => {
    const presence = {
      timeZone: 'Europe/Berlin',
      shifts: [
        { weekday: 'Tuesday', from: '08:00', to: '16:00' },
        { weekday: 'Wednesday', from: '08:00', to: '16:00' },
      ] as const,
      absences: [],
    }
    const since = (deficitAt: string) => {
      const works = { presence: { ...presence, shifts: [...presence.shifts] }, availableDays: [] }
      return deficitsOf(deal([aReader('one', { works, deficit: 64, deficitAt: Date.parse(deficitAt) })]))
    }
    expect(since('2026-11-25T07:00:00Z')).toEqual({ one: 64 })
    expect(since('2026-11-25T06:59:59Z')).toEqual({ one: 32 })
    expect(since('2026-11-24T08:00:00Z')).toEqual({ one: 32 })
    expect(since('2026-11-17T08:00:00Z')).toEqual({ one: 8 })
  })

  it('halve at the clinic’s midnight before each working day of a reader without shifts', () => {
    const since = (deficitAt: string, availableDays: string[]) =>
      deficitsOf(
        deal([aReader('one', { works: { presence: null, availableDays }, deficit: 64, deficitAt: Date.parse(deficitAt) })]),
      )
    expect(since('2026-11-24T23:00:00Z', [])).toEqual({ one: 64 })
    expect(since('2026-11-24T22:59:00Z', [])).toEqual({ one: 32 })
    expect(since('2026-11-20T12:00:00Z', [])).toEqual({ one: 2 })
    expect(since('2026-11-20T12:00:00Z', ['Tuesday', 'Wednesday'])).toEqual({ one: 16 })
  })

  it('do not change while a reader is away', () => {
    const absences = [{ from: '2026-11-21', to: '2026-11-24', reason: '' }]
    const works = { presence: { timeZone: 'Europe/Berlin', shifts: [], absences }, availableDays: [] }
    const reader = aReader('one', { works, deficit: 64, deficitAt: Date.parse('2026-11-20T12:00:00Z') })
    expect(deficitsOf(deal([reader]))).toEqual({ one: 32 })
  })
})

describe('several studies', () => {
  it('are dealt by urgency, then deadline, then id', () => {
    const studies = [
      { studyId: 'd', urgency: 'NORMAL', dueAt: 1 },
      { studyId: 'c', urgency: 'NORMAL', dueAt: null },
      { studyId: 'b', urgency: 'STAT', dueAt: 9 },
      { studyId: 'a', urgency: 'NORMAL', dueAt: 1 },
    ] as const
    expect(inDealingOrder(studies).map(({ studyId }) => studyId)).toEqual(['b', 'a', 'd', 'c'])
  })

  it('of one patient go to one reader, up to the limit', () => {
    const studies = ['a', 'b', 'c'].map((studyId) => aStudy({ studyId, patientId: 'mary' }))
    const readers = [aReader('one', { openMinutesLimit: 12 }), aReader('two', { deficit: -1, deficitAt: now })]
    const outcome = dealAll(makeDealer('UTC'), studies, readers, now)
    expect(outcome.deals.map(({ deal: { doctorId } }) => doctorId)).toEqual(['one', 'one', 'two'])
    expect(outcome.readers.map(({ open, lastAssignedAt }) => ({ openMinutes: minutesOf(open), lastAssignedAt }))).toEqual([
      { openMinutes: 12, lastAssignedAt: now },
      { openMinutes: 6, lastAssignedAt: now },
    ])
  })

  it('that nobody is dealt change no reader', () => {
    const readers = [aReader('one', { readsModalities: ['MR'] })]
    expect(afterDeal(readers, aStudy(), deal(readers), now)).toEqual(readers)
  })
})
