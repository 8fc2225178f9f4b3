import { ask, choice, type LibraryTemplate, must, side, text, words } from './parts.ts'

const radiography = ['CR', 'DX']
const softTissues = choice('Soft tissues', 'normal', 'swelling', 'calcification', 'foreign body')

export const radiographyTemplates: readonly LibraryTemplate[] = [
  {
    name: 'XR chest',
    modalities: radiography,
    words: ['chest', 'thorax', 'cxr', 'lung', 'lungs'],
    parts: {
      technique: [choice('Views', 'posteroanterior', 'posteroanterior and lateral', 'anteroposterior, supine')],
      findings: [
        choice('Lungs', 'clear', 'consolidation', 'interstitial change', 'nodule or mass'),
        choice('Pleura', 'no effusion', 'effusion on the left', 'effusion on the right', 'effusion on both sides'),
        ask(choice('Pneumothorax', 'none', 'left', 'right')),
        choice('Heart', 'normal size', 'enlarged'),
        choice('Mediastinum and hila', 'normal', 'widened', 'enlarged hila'),
        choice('Diaphragm', 'normal', 'raised on the right', 'raised on the left', 'free air below'),
        choice('Bones', 'no acute finding', 'fracture', 'lesion'),
        choice('Lines and tubes', 'none', 'in place', 'malpositioned'),
      ],
    },
  },
  {
    name: 'XR abdomen',
    modalities: radiography,
    words: ['abdomen', 'abdominal', 'kub', 'axr'],
    parts: {
      technique: [choice('Views', 'supine', 'supine and erect', 'supine and left lateral decubitus')],
      findings: [
        choice('Bowel gas', 'normal pattern', 'dilated small bowel', 'dilated large bowel', 'faecal loading'),
        ask(choice('Free air', 'none', 'present', 'not assessed when supine')),
        choice('Calcifications', 'none', 'over the right kidney', 'over the left kidney', 'along a ureter', 'vascular'),
        choice('Organ outlines', 'normal', 'enlarged'),
        choice('Bones', 'no acute finding', 'fracture', 'lesion'),
        choice('Lines, tubes and foreign bodies', 'none', 'in place', 'malpositioned', 'foreign body'),
      ],
    },
  },
  {
    name: 'XR spine',
    modalities: radiography,
    words: ['spine', 'cervical', 'thoracic', 'lumbar', 'lumbosacral', 'sacrum', 'coccyx', 'vertebra'],
    parts: {
      technique: [words('Region'), choice('Views', 'frontal and lateral', 'lateral', 'frontal, lateral and oblique')],
      findings: [
        choice('Alignment', 'normal', 'scoliosis', 'listhesis', 'loss of lordosis'),
        ask(choice('Fracture', 'none', 'present')),
        choice('Vertebral bodies', 'normal height', 'compression', 'lesion'),
        choice('Disc spaces', 'preserved', 'narrowed'),
        choice('Facet joints', 'normal', 'degenerative change'),
        choice('Prevertebral soft tissues', 'not thickened', 'thickened', 'not assessed'),
        choice('Sacroiliac joints', 'normal', 'abnormal', 'not shown'),
      ],
    },
  },
  {
    name: 'XR shoulder',
    modalities: radiography,
    words: ['shoulder', 'clavicle', 'scapula', 'humerus'],
    parts: {
      technique: [side, choice('Views', 'anteroposterior and axial', 'anteroposterior and Y view', 'anteroposterior')],
      findings: [
        ask(choice('Fracture', 'none', 'present')),
        choice('Glenohumeral joint', 'congruent', 'anterior dislocation', 'posterior dislocation', 'degenerative change'),
        choice('Acromioclavicular joint', 'congruent', 'separated', 'degenerative change'),
        choice('Subacromial space', 'preserved', 'narrowed'),
        choice('Tendon calcification', 'none', 'present'),
        choice('Bone', 'normal density', 'osteopenia', 'lesion'),
        choice('Visible lung', 'clear', 'abnormal'),
      ],
    },
  },
  {
    name: 'XR elbow and forearm',
    modalities: radiography,
    words: ['elbow', 'forearm', 'radius', 'ulna'],
    parts: {
      technique: [side, choice('Views', 'anteroposterior and lateral', 'lateral')],
      findings: [
        ask(choice('Fracture', 'none', 'present')),
        choice('Fat pads', 'not raised', 'anterior raised', 'posterior raised'),
        choice('Alignment', 'normal', 'subluxation', 'dislocation'),
        choice('Joint spaces', 'preserved', 'narrowed'),
        choice('Bone', 'normal density', 'osteopenia', 'lesion'),
        softTissues,
      ],
    },
  },
  {
    name: 'XR hand and wrist',
    modalities: radiography,
    words: ['hand', 'hands', 'wrist', 'finger', 'thumb', 'scaphoid'],
    parts: {
      technique: [
        must(choice('Side', 'left', 'right', 'both sides')),
        choice('Views', 'posteroanterior and oblique', 'posteroanterior and lateral', 'scaphoid views'),
      ],
      findings: [
        ask(choice('Fracture', 'none', 'present')),
        choice('Alignment', 'normal', 'subluxation', 'dislocation', 'scapholunate gap'),
        choice('Joint spaces', 'preserved', 'narrowed'),
        choice('Erosions', 'none', 'present'),
        choice('Bone', 'normal density', 'osteopenia', 'lesion'),
        softTissues,
      ],
    },
  },
  {
    name: 'XR pelvis and hip',
    modalities: radiography,
    words: ['pelvis', 'hip', 'hips', 'femur'],
    parts: {
      technique: [
        must(choice('Side', 'left', 'right', 'both sides')),
        choice('Views', 'pelvis', 'pelvis and lateral hip', 'lateral hip'),
      ],
      findings: [
        ask(choice('Fracture', 'none', 'femoral neck', 'trochanteric', 'pelvic ring', 'other')),
        choice('Hip joints', 'normal', 'narrowed', 'dislocated', 'prosthesis in place', 'prosthesis loosened'),
        choice('Femoral heads', 'normal', 'sclerosis', 'collapse'),
        choice('Sacroiliac joints and symphysis', 'normal', 'abnormal'),
        choice('Bone', 'normal density', 'osteopenia', 'lesion'),
        softTissues,
      ],
    },
  },
  {
    name: 'XR knee',
    modalities: radiography,
    words: ['knee', 'knees', 'patella'],
    parts: {
      technique: [
        must(choice('Side', 'left', 'right', 'both sides')),
        choice('Views', 'anteroposterior and lateral', 'anteroposterior, lateral and skyline', 'standing anteroposterior'),
      ],
      findings: [
        ask(choice('Fracture', 'none', 'present')),
        choice('Medial joint space', 'preserved', 'narrowed', 'bone on bone'),
        choice('Lateral joint space', 'preserved', 'narrowed', 'bone on bone'),
        choice('Patellofemoral joint', 'normal', 'narrowed', 'patella displaced'),
        choice('Osteophytes', 'none', 'present'),
        choice('Effusion', 'none', 'effusion', 'lipohaemarthrosis'),
        choice('Bone', 'normal density', 'osteopenia', 'lesion'),
      ],
    },
  },
  {
    name: 'XR long bone',
    modalities: radiography,
    words: ['tibia', 'tib fib', 'fibula', 'lower leg', 'thigh', 'unterschenkel', 'oberschenkel'],
    parts: {
      technique: [
        must(choice('Side', 'left', 'right', 'both sides')),
        choice('Views', 'anteroposterior and lateral', 'anteroposterior', 'lateral'),
      ],
      findings: [
        ask(choice('Fracture', 'none', 'present')),
        choice('Alignment', 'normal', 'angulated', 'displaced'),
        choice('Cortex and periosteum', 'normal', 'periosteal reaction', 'destroyed'),
        choice('Bone', 'normal density', 'osteopenia', 'lesion'),
        softTissues,
      ],
    },
  },
  {
    name: 'XR foot and ankle',
    modalities: radiography,
    words: ['foot', 'feet', 'ankle', 'toe', 'calcaneus', 'heel'],
    parts: {
      technique: [
        must(choice('Side', 'left', 'right', 'both sides')),
        choice('Views', 'anteroposterior, oblique and lateral', 'anteroposterior and lateral', 'standing'),
      ],
      findings: [
        ask(choice('Fracture', 'none', 'present')),
        choice('Ankle mortise', 'congruent', 'widened', 'talar shift', 'not shown'),
        choice('Tarsometatarsal alignment', 'normal', 'widened', 'dislocated', 'not shown'),
        choice('Joint spaces', 'preserved', 'narrowed'),
        choice('Heel spur', 'none', 'present'),
        choice('Bone', 'normal density', 'osteopenia', 'lesion'),
        softTissues,
      ],
    },
  },
  {
    name: 'XR skull and face',
    modalities: radiography,
    words: ['skull', 'facial', 'nasal', 'mandible', 'sinus', 'sinuses', 'orbit', 'orbits'],
    parts: {
      technique: [text('Radiographs of the skull or face.')],
      findings: [
        ask(choice('Fracture', 'none', 'present')),
        choice('Sinuses', 'clear', 'opacified', 'fluid level'),
        choice('Nasal bones', 'intact', 'fracture', 'not shown'),
        choice('Bone', 'normal density', 'lesion'),
        choice('Foreign body', 'none', 'present'),
      ],
    },
  },
]
