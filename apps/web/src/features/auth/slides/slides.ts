import expertise from './expertise.svg'
import laboratories from './laboratories.svg'
import records from './records.svg'
import specialists from './specialists.svg'

export type Slide = { title: string; text: string; picture: string; more: readonly string[] }

/** What the sign-in page tells of Readroom; `more` stands in the dialog behind "Learn More". */
export const slides: readonly [Slide, ...Slide[]] = [
  {
    title: 'Global specialists',
    text: 'Radiologists in every time zone read the studies your laboratories send, day and night.',
    picture: specialists,
    more: [
      'An administrator assigns each study to one radiologist or to several. It appears on their worklist at once, wherever they are.',
      'The images open in the browser. Nothing has to be installed, and no image has to be copied to another computer first.',
      'Every time on screen is in the clinic’s own time zone, so that nobody has to convert.',
    ],
  },
  {
    title: 'Multiple laboratories',
    text: 'Scanners of every laboratory send to one place, and each laboratory sees its own studies.',
    picture: laboratories,
    more: [
      'Studies arrive by DICOM straight from the scanners and stand on the worklist of the laboratory that sent them.',
      'Laboratory staff see the studies of their own laboratory alone. Administrators see all of them on one worklist.',
      'The finished report is there for the laboratory to download as soon as the radiologist has finalized it.',
    ],
  },
  {
    title: 'Secure medical records',
    text: 'Images and reports open only for the people who work with them, and every access is checked.',
    picture: records,
    more: [
      'Every request is checked on the server: the role of who asks, and whether this study is theirs to see.',
      'Browsers never talk to the image archive itself. Images reach them through the portal alone.',
      'You can see where you are signed in and end any of your sessions. A finalized report is never deleted.',
    ],
  },
  {
    title: 'Expert medical care',
    text: 'From the scanner to the finished report, everybody sees how far a study is.',
    picture: expertise,
    more: [
      'Each study carries its status from the first image to the finished report, and the worklist follows it live.',
      'Emergencies stand out by colour and by word, so that they are read first.',
      'A radiologist keeps a draft until the report is ready. The laboratory receives finalized reports only.',
    ],
  },
]
