/** Three people whom nobody takes for one. */
export const people = [
  { PatientName: 'Doe^Jane', PatientBirthDate: '19700102', PatientSex: 'F' },
  { PatientName: 'Roe^Richard', PatientBirthDate: '19410506', PatientSex: 'M' },
  { PatientName: 'Okonkwo^Amara', PatientBirthDate: '19881130', PatientSex: 'F' },
] as const

export type PersonIndex = 0 | 1 | 2

/** An image in the archive, by its SOP Instance UID. */
type Image = { person: PersonIndex; study: ModelStudy }

/** A study as it should be. */
export type ModelStudy = {
  /** The patient ID that its images came with. */
  patientId: string
  /** Counts the study UIDs: studies of one number share their UID. */
  uid: number
  lab: 0 | 1
  /** The people who were split off, each to a study of their own. */
  splits: Map<PersonIndex, ModelStudy>
  /** Found to be one person by an administrator; as long as their images are there. */
  accepted: Set<PersonIndex>
  isWaiting: boolean
  splitFrom: ModelStudy | null
  /** Its new UIDs and splits that stand, the oldest first. */
  moves: ({ formerUid: number } | { split: ModelStudy })[]
}

/** Models the study of each image: arrivals, deletions, decisions, splits, undo and new UIDs. */
export class PeopleModel {
  readonly studies: ModelStudy[] = []
  readonly images = new Map<string, Image>()
  /** The studies that images find by the patient ID and study UID that they come with. */
  private readonly found = new Map<string, ModelStudy>()
  private uids = 2

  /** Returns the study that an image with these ids is found by, or null if it makes one. */
  find(patientId: string, uid: number): ModelStudy | null {
    return this.found.get(`${patientId} ${uid}`) ?? null
  }

  arrive(
    sop: string,
    { person, patientId, uid, lab }: { person: PersonIndex; patientId: string; uid: number; lab: 0 | 1 },
  ): void {
    const known = this.find(patientId, uid)
    const study = known ?? this.make({ patientId, uid, lab, splitFrom: null })
    if (!known) this.found.set(`${patientId} ${uid}`, study)
    this.images.set(sop, { person, study: study.splits.get(person) ?? study })
    this.look()
  }

  remove(sop: string): void {
    this.images.delete(sop)
    this.look()
  }

  accept(study: ModelStudy): void {
    study.accepted = this.peopleOf(study)
    study.isWaiting = false
  }

  split(study: ModelStudy, person: PersonIndex): void {
    const { patientId, lab } = study
    const other = study.splits.get(person) ?? this.make({ patientId, uid: this.nextUid(), lab, splitFrom: study })
    study.splits.set(person, other)
    study.moves.push({ split: other })
    for (const image of this.images.values()) if (image.study === study && image.person === person) image.study = other
    this.look()
  }

  /** Reports whether a split can be undone: the study that it made has no moves of its own. */
  mayUndo = ({ splitFrom, moves }: ModelStudy): boolean => splitFrom !== null && moves.length === 0

  undo(other: ModelStudy): void {
    const { splitFrom } = other
    if (!splitFrom) return
    for (const [person, made] of splitFrom.splits) if (made === other) splitFrom.splits.delete(person)
    splitFrom.moves = splitFrom.moves.filter((move) => !('split' in move && move.split === other))
    for (const image of this.images.values()) if (image.study === other) image.study = splitFrom
    this.studies.splice(this.studies.indexOf(other), 1)
    this.look()
  }

  /** Reports whether another study has the same UID. */
  isHidden = (study: ModelStudy): boolean => this.studies.some((other) => other !== study && other.uid === study.uid)

  renew(study: ModelStudy): void {
    study.moves.push({ formerUid: study.uid })
    study.uid = this.nextUid()
  }

  /** Returns the UID that a study gets again if its new one is undone; null after a later split, and without a new one. */
  formerUidOf({ moves }: ModelStudy): number | null {
    const last = moves.at(-1)
    return last && 'formerUid' in last ? last.formerUid : null
  }

  restore(study: ModelStudy): void {
    study.uid = this.formerUidOf(study) ?? study.uid
    study.moves.pop()
  }

  peopleOf(study: ModelStudy): Set<PersonIndex> {
    return new Set([...this.images.values()].flatMap((image) => (image.study === study ? [image.person] : [])))
  }

  imagesOf(study: ModelStudy): string[] {
    return [...this.images].flatMap(([sop, image]) => (image.study === study ? [sop] : [])).toSorted()
  }

  private nextUid(): number {
    this.uids += 1
    return this.uids
  }

  private make(known: Pick<ModelStudy, 'patientId' | 'uid' | 'lab' | 'splitFrom'>): ModelStudy {
    const study = { ...known, splits: new Map(), accepted: new Set<PersonIndex>(), isWaiting: false, moves: [] }
    this.studies.push(study)
    return study
  }

  /** A decision holds for the people who are there. Another one asks, and no longer once their images are gone. */
  private look(): void {
    for (const study of this.studies) {
      const present = this.peopleOf(study)
      const isAccepted = [...present].every((person) => study.accepted.has(person))
      study.isWaiting = present.size > 1 && !isAccepted
      study.accepted = new Set([...present].filter((person) => present.size > 1 && study.accepted.has(person)))
    }
  }
}
