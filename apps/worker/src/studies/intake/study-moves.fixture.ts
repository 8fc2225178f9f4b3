import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import type { OpenDb } from '@readroom/db/core/client'
import { listMatchesOfStudy } from '@readroom/db/orders/order-matches'
import { orders } from '@readroom/db/orders/orders.schema'
import { documents } from '@readroom/db/patients/documents.schema'
import { listPeopleOfReview, listStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import { listPatients } from '@readroom/db/patients/patients'
import { identityReviews, patientMerges, patients } from '@readroom/db/patients/patients.schema'
import { labAeTitles, labStaff } from '@readroom/db/people/labs.schema'
import { resultDeliveries, resultDestinations } from '@readroom/db/reports/results.schema'
import { studyDiscussions } from '@readroom/db/studies/discussions/discussions.schema'
import { lockIntakeStudy } from '@readroom/db/studies/intake/intake-studies'
import { shareLinks } from '@readroom/db/studies/sharing/share-links.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createActor, createDocument, createLab, createUser, newOrthancId, newUid } from '@readroom/db/testing/factories'
import { receiveHl7Patient } from '@readroom/domain/orders/hl7-messages'
import { mergeWithOrders, unmergeWithOrders } from '@readroom/domain/orders/ordered-patients'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { decideReview, undoDecision } from '@readroom/domain/patients/identity-reviews'
import { asMatched } from '@readroom/domain/patients/matching/order-matches'
import { matchOf } from '@readroom/domain/patients/matching/order-matching'
import { mergeFingerprint } from '@readroom/domain/patients/patient-merges'
import { claimStudies, setLocation } from '@readroom/domain/people/locations'
import { holdPatient, readPrivacySubject } from '@readroom/domain/privacy/privacy'
import { removePatient } from '@readroom/domain/privacy/privacy-removal'
import { addComment } from '@readroom/domain/studies/discussions'
import { createShareLink } from '@readroom/domain/studies/sharing'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { settle } from './settle.ts'
import type { Snapshot } from './snapshot.ts'
import { takeIn } from './take-in.ts'

/** Two people, each with two patient IDs that only they have. */
const people = [
  { name: 'Meier Anna', birthDate: '1985-02-03', sex: 'F' },
  { name: 'Lindqvist Thomas', birthDate: '1950-03-04', sex: 'M' },
] as const
export const personIds = ['0-a', '0-b', '1-a', '1-b'] as const
/** `shared`: both people are sent under it. */
export type Identity = { patientId: (typeof personIds)[number] | 'shared'; person: 0 | 1 }

/** One thing that happens. Studies, laboratories and AE titles are named by index, and wrap around. */
export type Step =
  | { kind: 'arrive'; from: 'lab' | 'unknown' | 'nobody'; lab: number; who: Identity }
  | { kind: 'resend'; study: number; who: Identity }
  | { kind: 'tellSender'; study: number; lab: number }
  | { kind: 'locate'; study: number; lab: number; others: boolean }
  | { kind: 'register'; lab: number }
  | { kind: 'order'; study: number; lab: number; who: Identity }
  | { kind: 'hold' | 'lift' | 'share' | 'erase'; study: number }
  | { kind: 'merge'; study: number; other: number }
  | { kind: 'update'; study: number; who: Identity }
  | { kind: 'unmerge'; which: number }
  | { kind: 'decide'; which: number }
  | { kind: 'undo'; which: number }

/** The model's record of a study. */
type Known = {
  snapshot: Snapshot
  labId: string | null
  /** Its patient was put on hold while it was theirs, and not taken off since. */
  isHeld: boolean
  /** The laboratories that have had it. */
  labIds: Set<string>
  moves: number
}

/** The reasons for which a step may be refused. Nothing changes then. */
const refusals = [
  'PATIENT_MERGE_CHANGED',
  'PATIENT_MERGED_LATER',
  'PATIENT_MERGE_REVIEWED',
  'PATIENTS_OF_OTHER_LABORATORIES',
  'IDENTITY_REVIEW_CHANGED',
  'PATIENT_ON_HOLD',
  'PRIVACY_UNDER_WAY',
]

/** Returns false if the work was refused for a reason that the product gives. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) return false
    throw error
  }
}

const newTitle = () => `X${randomUUID().slice(0, 8)}`.toUpperCase()

const sender = { source: 'hl7', userId: null, name: 'North hospital', address: '10.0.0.7' } as const

/** Two laboratories whose studies move, and a small model of what must follow them. */
export class World {
  readonly known = new Map<string, Known>()
  private reasons = 0
  /** An AE title that nobody has registered. */
  private unknownTitle = newTitle()

  private constructor(
    readonly db: OpenDb,
    readonly admin: Actor,
    readonly labs: readonly { id: string; title: string; staff: Actor }[],
  ) {}

  static async open(db: OpenDb): Promise<World> {
    const admin = await createActor(db, await createUser(db, 'admin'))
    const labs = await Promise.all(
      [0, 1].map(async () => {
        const { id, identifier } = await createLab(db)
        const user = await createUser(db, 'lab_staff')
        await db.insert(labStaff).values({ userId: user.id, labId: id })
        const settings = { kind: 'webhook', url: 'https://ris.example/', withPatient: false, allowsPrivate: false } as const
        await db.insert(resultDestinations).values({
          labId: id,
          name: randomUUID(),
          settings: { ...settings, certificates: null, events: ['studies'] },
          state: 'on',
          alertMinutes: 60,
        })
        return { id, title: identifier, staff: { ...(await createActor(db, user)), labId: id } }
      }),
    )
    return new World(db, admin, labs)
  }

  private lab(index: number) {
    const lab = this.labs[index % this.labs.length]
    if (!lab) throw new Error('there are laboratories')
    return lab
  }

  private study(index: number): [id: string, known: Known] | null {
    return [...this.known][index % Math.max(this.known.size, 1)] ?? null
  }

  /** An ID of this world alone. */
  private idOf({ patientId }: Identity): string {
    return `${this.labs[0]?.title}-${patientId}`
  }

  private told({
    who,
    title,
    accession,
  }: {
    who: Identity
    title: string | null
    accession: string
  }): NonNullable<Snapshot['told']> {
    const { name, birthDate, sex } = people[who.person]
    const empty = {
      nameUnreadable: false,
      dicomPatientAge: null,
      contradictedAge: null,
      dicomDescription: null,
      dicomReferringPhysician: null,
    }
    const missing = { dicomRequestingPhysician: null, dicomOperatorName: null, dicomOrderDate: null, institution: null }
    return {
      studyInstanceUid: newUid(),
      callingAeTitle: title,
      arrivedAt: null,
      description: {
        ...empty,
        ...missing,
        studyDate: null,
        studyTime: null,
        dicomPatientId: this.idOf(who),
        dicomPatientName: name,
        dicomPatientBirthDate: birthDate,
        dicomPatientSex: sex,
        dicomAccessionNumber: accession,
      },
    }
  }

  /** Takes an answer of the archive in, and lets the study settle. */
  private async take(snapshot: Snapshot, replaced: boolean): Promise<string> {
    await this.db.transaction((tx) => takeIn(tx, snapshot, { mustBeKnown: false, replaced }))
    return this.db.transaction(async (begun) => {
      const [tx, study] = await lockIntakeStudy(begun, snapshot.orthancId)
      if (!study) throw new Error('the study was taken in')
      if (study.settledAt === null) await settle(tx, study, snapshot)
      return study.id
    })
  }

  private async arrive({ from, lab, who }: Extract<Step, { kind: 'arrive' }>): Promise<void> {
    const { id: labId, title } = this.lab(lab)
    const titles = { lab: title, unknown: this.unknownTitle, nobody: null }
    const told = this.told({ who, title: titles[from], accession: randomUUID().slice(0, 16) })
    const series = [{ orthancId: newOrthancId(), seriesInstanceUid: newUid(), imageCount: 1 }]
    const hashes = { instancesHash: randomUUID(), filesHash: null, contentHash: null }
    const snapshot = { orthancId: newOrthancId(), series, imageCount: 1, ...hashes, senders: [], people: null, told }
    const id = await this.take(snapshot, false)
    const known = { snapshot, labId: from === 'lab' ? labId : null, isHeld: false, labIds: new Set<string>(), moves: 0 }
    if (from === 'lab') known.labIds.add(labId)
    this.known.set(id, known)
    await this.attach(id, known, who)
  }

  /** Gives a study a document, a comment, a share link, and an order of each laboratory that waits for it. */
  private async attach(id: string, known: Known, who: Identity): Promise<void> {
    const [row] = await this.rowsOf([id])
    await createDocument(this.db, { patientRowId: row?.patientRowId ?? '', studyId: id, uploadedBy: this.admin.userId })
    await this.db.transaction((tx) => addComment(tx, this.admin, { studyId: id, comment: 'Please compare' }))
    await this.share(id, known)
    for (const { id: labId } of this.labs) await this.order(known, labId, who)
  }

  private async share(studyId: string, { labId }: Known): Promise<void> {
    const maker = this.labs.find(({ id }) => id === labId)?.staff ?? this.admin
    const isRoom = (await this.db.$count(shareLinks, eq(shareLinks.studyId, studyId))) < 3
    if (isRoom) await this.db.transaction((tx) => createShareLink(tx, maker, { studyId, seconds: 3_600, pinHash: null }))
  }

  private async order({ snapshot }: Known, labId: string, who: Identity): Promise<void> {
    const accessionNumber = snapshot.told?.description.dicomAccessionNumber ?? ''
    const patient = { ids: [{ id: this.idOf(who), authority: null }], ...people[who.person] }
    const placer = { number: randomUUID(), authority: null }
    const command = { control: 'new', placer, accessionNumber, patient } as const
    await this.db.transaction((tx) => receiveOrder(tx, { ...sender, labId }, command))
  }

  private noteMove(known: Known, labId: string): void {
    if (known.labId === labId) return
    known.labId = labId
    known.labIds.add(labId)
    known.moves += 1
  }

  private async sameRow(id: string): Promise<string[]> {
    const [study] = await this.db.select().from(studies).where(eq(studies.id, id))
    const rows = await this.db
      .select()
      .from(studies)
      .where(eq(studies.patientRowId, study?.patientRowId ?? id))
    return rows.map((row) => row.id)
  }

  private async rowsOf(ids: readonly string[]) {
    const rows = await this.db
      .select()
      .from(studies)
      .where(inArray(studies.id, [...ids]))
    return ids.map((id) => rows.find((row) => row.id === id))
  }

  /** Registers the AE title that nobody had until now. */
  private async register(index: number): Promise<void> {
    const { id: labId } = this.lab(index)
    const aeTitle = this.unknownTitle
    await this.db.insert(labAeTitles).values({ aeTitle, labId })
    await this.db.transaction((tx) => claimStudies(tx, this.admin, { labId, aeTitle }))
    for (const known of this.known.values())
      if (known.labId === null && known.snapshot.told?.callingAeTitle === aeTitle) this.noteMove(known, labId)
    this.unknownTitle = newTitle()
  }

  private async unmerge(which: number): Promise<void> {
    const ids = this.labs.map(({ id }) => id)
    const ofWorld = and(inArray(patientMerges.labId, ids), isNull(patientMerges.undoneAt))
    const standing = await this.db.select().from(patientMerges).where(ofWorld).orderBy(asc(patientMerges.id))
    const merge = standing[which % Math.max(standing.length, 1)]
    if (merge) await isDone(this.db.transaction((tx) => unmergeWithOrders(tx, this.admin, merge.id)))
  }

  private async findReview(state: 'open' | 'decided', which: number) {
    const ids = this.labs.map(({ id }) => id)
    const ofWorld = and(eq(identityReviews.state, state), inArray(identityReviews.labId, ids))
    const reviews = await this.db.select().from(identityReviews).where(ofWorld).orderBy(asc(identityReviews.id))
    return reviews[which % Math.max(reviews.length, 1)]
  }

  /** Decides that everything is the first person's, or that each study is of the person whom its own images name. */
  private async decide(which: number): Promise<void> {
    const review = await this.findReview('open', which)
    if (!review) return
    const { id: reviewId, version } = review
    const persons = await listPeopleOfReview(this.db, reviewId)
    const listed = await listStudiesOfPeople(this.db, persons)
    const isSame = which % 2 === 0
    const names = isSame ? [null] : [...new Set(listed.map(({ dicomPatientName }) => dicomPatientName))]
    const decided = names.map((name, index) => ({
      personId: persons[index] ?? null,
      studyIds: listed.filter((study) => isSame || study.dicomPatientName === name).map(({ id }) => id),
    }))
    if (listed.length > 0)
      await isDone(this.db.transaction((tx) => decideReview(tx, this.admin, { reviewId, version, people: decided })))
  }

  private async undo(which: number): Promise<void> {
    const review = await this.findReview('decided', which)
    if (!review) return
    const { id: reviewId, version } = review
    await isDone(this.db.transaction((tx) => undoDecision(tx, this.admin, { reviewId, version })))
  }

  /** Takes a step, and notes in the model what must be true then. */
  async step(step: Step): Promise<void> {
    if (step.kind === 'arrive') return this.arrive(step)
    if (step.kind === 'register') return this.register(step.lab)
    if (step.kind === 'unmerge') return this.unmerge(step.which)
    if (step.kind === 'decide') return this.decide(step.which)
    if (step.kind === 'undo') return this.undo(step.which)
    const chosen = this.study(step.study)
    if (chosen) await this.stepOf(chosen, step)
  }

  private async stepOf([id, known]: [id: string, known: Known], step: Extract<Step, { study: number }>): Promise<void> {
    const { db, admin } = this
    switch (step.kind) {
      case 'resend': {
        const { told, ...rest } = known.snapshot
        const said = this.told({
          who: step.who,
          title: told?.callingAeTitle ?? null,
          accession: told?.description.dicomAccessionNumber ?? '',
        })
        known.snapshot = { ...rest, told: { ...said, studyInstanceUid: told?.studyInstanceUid ?? '' } }
        await this.take(known.snapshot, true)
        return
      }
      case 'tellSender': {
        const { told } = known.snapshot
        if (!told || told.callingAeTitle !== null) return
        const { id: labId, title } = this.lab(step.lab)
        known.snapshot = { ...known.snapshot, told: { ...told, callingAeTitle: title } }
        await this.take(known.snapshot, true)
        if (known.labId === null) this.noteMove(known, labId)
        return
      }
      case 'locate': {
        const { id: locationId } = this.lab(step.lab)
        const title = known.snapshot.told?.callingAeTitle
        await db.transaction((tx) => setLocation(tx, admin, { studyId: id, locationId, others: step.others }))
        this.noteMove(known, locationId)
        for (const other of step.others && title ? this.known.values() : [])
          if (other.labId === null && other.snapshot.told?.callingAeTitle === title) this.noteMove(other, locationId)
        return
      }
      case 'order':
        return this.order(known, this.lab(step.lab).id, step.who)
      case 'hold':
      case 'lift': {
        const isHeld = step.kind === 'hold'
        this.reasons += 1
        await db.transaction((tx) => holdPatient(tx, admin, id, isHeld ? `Court ${this.reasons}` : null))
        for (const same of await this.sameRow(id)) {
          const other = this.known.get(same)
          if (other) other.isHeld = isHeld
        }
        return
      }
      case 'share':
        return this.share(id, known)
      case 'erase': {
        const { patientId, fingerprint } = await readPrivacySubject(db, admin, id)
        const gone = await this.sameRow(id)
        const asked = { studyId: id, patientId, fingerprint, reason: 'Asked for', includeUnfinished: true, way: 'erase' } as const
        if (await isDone(db.transaction((tx) => removePatient(tx, admin, asked)))) {
          const held = gone.filter((each) => this.known.get(each)?.isHeld)
          if (held.length > 0) throw new Error('a study on legal hold was erased')
          for (const each of gone) this.known.delete(each)
        }
        return
      }
      case 'update': {
        if (known.labId === null) return
        const patient = { patientId: this.idOf(step.who), ...people[step.who.person], phone: randomUUID().slice(0, 8) }
        const from = { labId: known.labId, name: sender.name, address: sender.address }
        const change = { kind: 'update', patient } as const
        await isDone(db.transaction((tx) => receiveHl7Patient(tx, from, change, people[step.who.person])))
        return
      }
      case 'merge': {
        const other = this.study(step.other)
        const [one, two] = await this.rowsOf([id, other?.[0] ?? id])
        const [fromPersonId, intoPersonId] = [one?.patientRowId ?? '', two?.patientRowId ?? '']
        if (fromPersonId === intoPersonId) return
        const ids = [fromPersonId, intoPersonId]
        const fingerprint = mergeFingerprint(await listPatients(db, ids), await listStudiesOfPeople(db, ids))
        const asked = { fromPersonId, intoPersonId, fingerprint, reason: 'One person' }
        await isDone(db.transaction((tx) => mergeWithOrders(tx, admin, asked)))
        return
      }
    }
  }

  /** Returns each difference between the database and the model, in words. */
  async differences(): Promise<string[]> {
    const found: string[] = []
    for (const [id, known] of this.known) found.push(...(await this.differencesOf(id, known)))
    return found
  }

  private async differencesOf(id: string, known: Known): Promise<string[]> {
    const { db } = this
    const [study] = await db.select().from(studies).where(eq(studies.id, id))
    const [patient] = await db
      .select()
      .from(patients)
      .where(eq(patients.id, study?.patientRowId ?? id))
    if (!study || !patient) return ['the study is gone']
    const attached = await db.select().from(documents).where(eq(documents.studyId, id))
    const links = await db
      .select({ labId: labStaff.labId })
      .from(shareLinks)
      .innerJoin(labStaff, eq(labStaff.userId, shareLinks.createdBy))
      .where(and(eq(shareLinks.studyId, id), isNull(shareLinks.revokedAt)))
    const located = await db.$count(studyEventLog, and(eq(studyEventLog.studyId, id), eq(studyEventLog.event, 'lab_set')))
    const told = await db
      .select({ labId: resultDestinations.labId })
      .from(resultDeliveries)
      .innerJoin(resultDestinations, eq(resultDestinations.id, resultDeliveries.destinationId))
      .where(and(eq(resultDeliveries.studyId, id), eq(resultDeliveries.kind, 'study_received')))
    const matched = await db.transaction(async (tx) => {
      const ofLab = await tx
        .select()
        .from(orders)
        .where(
          inArray(
            orders.labId,
            this.labs.map((lab) => lab.id),
          ),
        )
      const whole = await asMatched(tx, study)
      const justified = ofLab.filter((order) => matchOf(order, whole) !== null).map((order) => order.id)
      const current = (await listMatchesOfStudy(tx, id)).filter(({ isCurrent }) => isCurrent).map(({ orderId }) => orderId)
      return { justified: justified.toSorted(), current: current.toSorted() }
    })
    const wrong: [isWrong: boolean, words: string][] = [
      [study.labId !== known.labId, 'the study has another laboratory'],
      [patient.labId !== study.labId, 'the patient is of another laboratory than the study'],
      [known.isHeld && patient.holdReason === null, 'the study has lost its legal hold'],
      [attached.length !== 1, 'the document is gone'],
      [attached.some(({ patientRowId }) => patientRowId !== patient.id), "a document is another patient's"],
      [links.some(({ labId }) => labId !== study.labId), 'a share link of a former laboratory is in use'],
      [located !== known.moves, 'the history does not name each move to a laboratory'],
      [
        told
          .map(({ labId }) => labId)
          .toSorted()
          .join() !== [...known.labIds].toSorted().join(),
        'a laboratory was not told of its study, or twice',
      ],
      [matched.justified.join() !== matched.current.join(), 'the orders of the study are not those that name it'],
      [(await db.$count(studyDiscussions, eq(studyDiscussions.studyId, id))) !== 1, 'the comment is gone'],
    ]
    return wrong.flatMap(([isWrong, words]) => (isWrong ? words : []))
  }
}
