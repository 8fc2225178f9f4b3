import type { Sex } from '@readroom/contracts/core/primitives'

/** A report as a person might dictate it, of nobody. `contradiction`: what a colleague would see in it; null if nothing. */
export type WrittenReport = {
  description: string
  sex: Sex | null
  technique: string
  comparison: string
  findings: string
  impression: string
  contradiction: 'presence' | 'side' | 'sex' | 'contrast' | 'category' | 'size' | null
}

/** 100 reports with one contradiction each and 100 without. The rules were corrected by these. */
export const tuning: readonly WrittenReport[] = [
  {
    description: 'XR chest and left shoulder',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Fracture of the middle third of the left clavicle, displaced by half a shaft width. No rib fracture. No pneumothorax. Glenohumeral joint congruent. Scapula intact.',
    impression: 'Left midshaft clavicular fracture. Ribs and scapula intact.',
    contradiction: null,
  },
  {
    description: 'CT head with contrast',
    sex: null,
    technique: 'After 50 mL of contrast, 5 min delay.',
    comparison: '',
    findings:
      'The midline is central and there is no mass effect. The ventricles are of normal size and configuration. Please note that absence of contrast limits detection of small lesions. The pineal gland is calcified. The paranasal sinuses are clear. The orbits and the craniocervical junction are unremarkable.',
    impression: 'No space-occupying lesion on plain CT.',
    contradiction: 'contrast',
  },
  {
    description: 'XR knee right, paediatric',
    sex: 'M',
    technique: 'AP, lateral.',
    comparison: 'Request mentions a previous left tibial tubercle avulsion.',
    findings:
      'Right tibial tubercle: fragmented with soft tissue swelling anterior to it. Patellar tendon outline thick. No avulsion. Joint congruent, no effusion.',
    impression: 'Osgood-Schlatter changes on the right. No avulsion on this side.',
    contradiction: null,
  },
  {
    description: 'CT head',
    sex: 'M',
    technique: 'No contrast.',
    comparison: '',
    findings:
      'Haemorrhage: no sizeable haemorrhage. Thin left tentorial subdural of 2 mm and tiny blood in the left occipital horn.\nMass effect: none.\nBasal cisterns: open.\nSkull: left occipital fracture, not depressed.',
    impression: 'Minimal left tentorial subdural and intraventricular blood. Left occipital fracture. Repeat CT in 6 hours.',
    contradiction: null,
  },
  {
    description: 'MRI shoulder left',
    sex: 'F',
    technique: 'PD FS.',
    comparison: '',
    findings:
      'Superior labrum: fluid between labrum and glenoid extending posteriorly, SLAP II. Supraspinatus tendinosis. Biceps anchor involved. Cartilage smooth. Otherwise unremarkable, no tear of the cuff.',
    impression: 'SLAP II lesion. Supraspinatus tendinosis. No cuff tear.',
    contradiction: null,
  },
  {
    description: 'Mammography and ultrasound both breasts',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      "Right: 11 mm irregular mass at 10 o'clock, indistinct margin, hypoechoic on ultrasound. Left: several simple cysts, up to 14 mm.",
    impression: 'Right BI-RADS 4, core biopsy recommended. Left BI-RADS 2. Overall BI-RADS 4.',
    contradiction: null,
  },
  {
    description: 'CT thorax plain',
    sex: 'M',
    technique: 'No IV contrast (eGFR 22).',
    comparison: 'CT March.',
    findings:
      'Right paratracheal node 17 mm. Mass in the right upper lobe 38 mm, heterogeneously enhancing, abutting the SVC, which is opacified and narrowed to 5 mm. Emphysema. No effusion.',
    impression: 'Right upper lobe mass with narrowing of the SVC.',
    contradiction: 'contrast',
  },
  {
    description: 'MRI lumbar spine',
    sex: 'F',
    technique: 'Sag T1, T2, STIR; ax T2.',
    comparison: '',
    findings:
      'No high-grade canal stenosis. Mild stenosis at L4/5 from facet hypertrophy and disc bulge. L5/S1: bulge contacts, without compressing, the left S1 root. No extrusion. Cord and conus normal.',
    impression: 'Mild L4/5 canal stenosis. Disc bulge L5/S1. No significant root compression.',
    contradiction: null,
  },
  {
    description: 'MR wrist left',
    sex: null,
    technique: 'Cor PD FS, T1, 3D GRE.',
    comparison: '',
    findings:
      'TFCC: central perforation with fluid in the distal radioulnar joint. Scapholunate ligament intact. Lunate: small ulnar-sided oedema. Scaphoid normal. Impression of mild ulnar plus variance.',
    impression: 'Ulnar impaction of the right wrist with central TFCC perforation.',
    contradiction: 'side',
  },
  {
    description: 'CT KUB unenhanced',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'No renal or ureteric calculus. Phlebolith left pelvis. Undescended right testis lies in the inguinal canal, 28 mm. Appendix normal. Gallbladder contracted. Spine unremarkable.',
    impression: 'No stone. Right inguinal testis, urological review advised.',
    contradiction: 'sex',
  },
  {
    description: 'US right upper quadrant',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Gallbladder distended, wall 6 mm, striated, stone impacted in neck. Pericholecystic fluid present. Positive sonographic Murphy. CBD 5 mm. Liver echogenic, no mass. Right kidney normal.',
    impression:
      'Cholelithiasis without evidence of cholecystitis: wall not thickened, no pericholecystic fluid. Hepatic steatosis.',
    contradiction: 'presence',
  },
  {
    description: 'MRI breast without contrast',
    sex: 'F',
    technique: 'Silicone sequences only: STIR, silicone-selective, T2.',
    comparison: '',
    findings:
      'Bilateral retropectoral implants. Linguine sign in the right implant, no extracapsular silicone. Left implant intact. Non-mass enhancement in the left lower outer quadrant over 22 mm with washout kinetics.',
    impression: 'Intracapsular rupture on the right. Suspicious left enhancement, BI-RADS 4.',
    contradiction: 'contrast',
  },
  {
    description: 'MRI ankle right',
    sex: 'F',
    technique: 'PD FS and T1 three planes.',
    comparison: 'Radiographs normal.',
    findings:
      '- ATFL: thickened with discontinuous fibres\n- CFL, PTFL, deltoid, spring ligament, syndesmosis: intact\n- Tendons: no tear, no tenosynovitis\n- No osteochondral lesion, fracture or loose body\n- Small effusion',
    impression: 'ATFL rupture. Remaining ligaments intact. Small effusion.',
    contradiction: null,
  },
  {
    description: 'CT cervical spine',
    sex: 'M',
    technique: 'Non-contrast trauma.',
    comparison: '',
    findings:
      "No acute fracture, subluxation or prevertebral swelling. Corticated ossicle at the tip of the C7 spinous process, an old clay shoveler's fracture. Spondylosis C5/6 and C6/7. Facets aligned.",
    impression: 'No acute injury of the cervical spine. Old C7 spinous process fracture.',
    contradiction: null,
  },
  {
    description: 'US small parts, right elbow',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Common extensor tendon thickened, hypoechoic, with neovessels and a 3 mm cleft. Common flexor tendon, distal biceps and triceps normal. Ulnar nerve 8 mm². No joint effusion, otherwise not remarkable.',
    impression: 'Lateral epicondylitis with a small intrasubstance tear. Otherwise normal.',
    contradiction: null,
  },
  {
    description: 'US neck',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Both parotid glands enlarged and inhomogeneous with multiple small hypoechoic foci. Both submandibular glands show the same, less marked. No duct stone on either side. Reactive nodes up to 10 mm.',
    impression: "Bilateral changes of the salivary glands, likely Sjögren's disease.",
    contradiction: null,
  },
  {
    description: 'Tomosynthesis and US, right breast',
    sex: 'F',
    technique: '',
    comparison: 'Screening recall.',
    findings:
      "9 mm oval, circumscribed, isoechoic mass in the right breast at 6 o'clock. Parallel, no vascularity. No prior. Left side not recalled.",
    impression: 'Probably benign, BI-RADS 3. Control ultrasound in six months; no biopsy today.',
    contradiction: null,
  },
  {
    description: 'MR lumbar spine',
    sex: 'F',
    technique: 'Standard.',
    comparison: '',
    findings:
      'Alignment normal. L3/4 and L4/5 desiccated with small bulges. No root compression. Haemangioma L2. Incidental: enlarged prostate impressing the bladder base. SI joints normal.',
    impression: 'Mild degenerative change. Incidental benign prostatic hyperplasia.',
    contradiction: 'sex',
  },
  {
    description: 'CT head stroke',
    sex: 'F',
    technique: 'Non-contrast.',
    comparison: '',
    findings:
      'Loss of the insular ribbon and blurring of the lentiform nucleus on the right, early swelling of M1, M2 and M3. Total of five regions involved. Hyperdense right MCA.',
    impression: 'Right MCA infarct, ASPECTS 10. Thrombectomy team alerted.',
    contradiction: 'category',
  },
  {
    description: 'MR brain with and without contrast',
    sex: 'M',
    technique: 'Ax T1, T2, FLAIR, DWI, SWI; T1 post-gadolinium in three planes.',
    comparison: 'MRI 3 months earlier.',
    findings:
      'Ring-enhancing lesion in the left parietal lobe, 19 mm, with vasogenic oedema. No other enhancing lesion. Ventricles not dilated. No haemorrhage on SWI. Major flow voids preserved. Sinuses clear.',
    impression:
      '1. Solitary left parietal enhancing lesion, likely metastasis.\n2. Several foci of intralesional haemorrhage on SWI.',
    contradiction: 'presence',
  },
  {
    description: 'XR foot right',
    sex: 'M',
    technique: '',
    comparison: 'Previous radiograph three weeks ago.',
    findings:
      'Periosteal callus around the shaft of the 2nd metatarsal. Fracture line still faintly visible. Hallux valgus 28°. No erosions. Sesamoids normal.',
    impression: 'Healing stress fracture of the left second metatarsal.',
    contradiction: 'side',
  },
  {
    description: 'US abdomen complete',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Liver 14.1 cm in the mid-clavicular line, smooth. CBD 4 mm. Spleen 10.8 cm, not enlarged. Right kidney 10.5 cm, left kidney 11.0 cm, no dilatation. Aorta 17 mm. Gallbladder without stones, wall 2 mm.',
    impression: 'Normal abdominal ultrasound.',
    contradiction: null,
  },
  {
    description: 'CT chest',
    sex: 'M',
    technique: 'No contrast.',
    comparison: 'CT 4 months ago.',
    findings:
      'No interval change in the subpleural reticulation at the bases. Stable honeycombing. Mediastinal nodes up to 11 mm, as before. No ground glass opacity. No new nodule. Left-sided calcified pleural plaque.',
    impression: 'Unchanged fibrosis. No progression and no sign of acute exacerbation.',
    contradiction: null,
  },
  {
    description: 'MRI whole spine with and without contrast',
    sex: 'F',
    technique: 'T1, T2, STIR; T1 post Gd.',
    comparison: '',
    findings:
      'Leptomeninges: thin pial enhancement of the conus after contrast, not visible before contrast. No nodules. Cord signal normal. No disc herniation. Vertebrae without enhancement.',
    impression: 'Subtle pial enhancement of the conus. Leptomeningeal disease possible; CSF cytology.',
    contradiction: null,
  },
  {
    description: 'Chest X-ray',
    sex: null,
    technique: 'PA.',
    comparison: 'Yesterday.',
    findings:
      'Left apical pneumothorax, rim 18 mm, slightly larger. No tension. Small basal drain on the same side. Opposite lung expanded. Heart size normal.',
    impression: 'Increase in the right apical pneumothorax. Drain position to be checked clinically.',
    contradiction: 'side',
  },
  {
    description: 'MRI abdomen MRCP',
    sex: null,
    technique: 'Heavily T2 weighted 3D MRCP, axial T2, T1 in/opp.',
    comparison: 'US yesterday.',
    findings:
      'CBD dilated to 11 mm. Two filling defects in the distal duct, 5 and 6 mm. Intrahepatic ducts mildly prominent. Pancreatic duct 2 mm. Gallbladder contains stones. Pancreas normal signal. No collection.',
    impression: 'Dilated CBD, no choledocholithiasis. ?passed stone. Gallstones.',
    contradiction: 'presence',
  },
  {
    description: 'Fluoroscopy barium swallow',
    sex: 'F',
    technique: 'Double contrast, upright and prone oblique.',
    comparison: '',
    findings:
      'Oral and pharyngeal phases normal, no aspiration. Primary peristalsis intact. Sliding hiatus hernia of about 3 cm. Spontaneous reflux to the level of the aortic arch seen twice. No stricture, ulcer or mass. Stomach and duodenal cap normal.',
    impression: 'Small sliding hiatus hernia. No gastro-oesophageal reflux demonstrated.',
    contradiction: 'presence',
  },
  {
    description: 'MR lumbar spine without contrast',
    sex: 'F',
    technique: 'Sagittal T1, T2, STIR; axial T2 L3 to S1.',
    comparison: '',
    findings:
      'Conus ends at L1, normal signal.\nL3/4: no herniation, canal and foramina free.\nL4/5: mild broad-based bulge. No stenosis.\nL5/S1: no disc herniation. Left paracentral extrusion displaces the left S1 root.\nVertebral marrow signal normal. No pars defect.',
    impression: 'L5/S1 left paracentral disc extrusion with contact to the left S1 root. Mild L4/5 bulge.',
    contradiction: 'presence',
  },
  {
    description: 'MRI foot left',
    sex: 'F',
    technique: 'T1, STIR, PD in three planes, no gadolinium.',
    comparison: 'Radiograph.',
    findings:
      'Deep plantar ulcer under the first metatarsal head. Confluent low T1 and high STIR signal in the head and in the sesamoids with cortical loss. Fluid in the MTP joint. Extensor tendons intact. Subcutaneous oedema dorsally.',
    impression: 'Plantar ulcer with cellulitis. No osteomyelitis.',
    contradiction: 'presence',
  },
  {
    description: 'Chest CT without contrast',
    sex: 'M',
    technique: 'HRCT, supine inspiration, prone, and expiration.',
    comparison: '',
    findings:
      'Subpleural reticulation with basal predominance, traction bronchiectasis, and two to three rows of honeycomb cysts in both lower lobes. Little ground glass. No air trapping. Hiatus hernia. Small reactive mediastinal nodes.',
    impression: 'Basal predominant fibrosis without honeycombing, probable UIP pattern.',
    contradiction: 'presence',
  },
  {
    description: 'CT urography',
    sex: 'M',
    technique: 'Unenhanced, nephrographic and excretory phases, 120 mL.',
    comparison: '',
    findings:
      'No calculus. Kidneys 11 cm each. The collecting systems are not opacified as only an unenhanced series was performed, urothelial lesions cannot be assessed. Bladder distended, smooth. Prostate 35 mL.',
    impression: 'No stone. Haematuria remains unexplained.',
    contradiction: 'contrast',
  },
  {
    description: 'MRI liver with contrast',
    sex: 'M',
    technique: 'Gadoxetate disodium, dynamic phases and 20-min hepatobiliary phase.',
    comparison: 'US four weeks ago.',
    findings:
      'Segment VIII 26 mm lesion: arterial phase hyperenhancement, washout in the portal venous phase, capsule. Main portal vein and branches patent. No second lesion. Spleen 14 cm. Small oesophageal varices.',
    impression: 'LI-RADS 5 observation in segment VIII. Tumour thrombus in the right portal vein branch. Discuss in MDT.',
    contradiction: 'presence',
  },
  {
    description: 'CT pulmonary angiogram',
    sex: 'F',
    technique: 'CTPA with 60 mL contrast, bolus tracking on the main pulmonary artery.',
    comparison: '',
    findings:
      'Good opacification of the pulmonary arteries. Filling defects in the right lower lobe segmental arteries and in the lingula. RV/LV ratio below 1. Dependent atelectasis both bases. No pleural or pericardial effusion. No enlarged nodes.',
    impression: 'No pulmonary embolism. Bibasal atelectasis.',
    contradiction: 'presence',
  },
  {
    description: 'CT face and mandible',
    sex: 'M',
    technique: 'Non-contrast thin slices.',
    comparison: '',
    findings:
      'Right mandible: parasymphyseal fracture.\nLeft mandible: fracture of the condylar neck, medially displaced.\nTMJs: both located.\nZygomas and orbits: no fracture on either side.\nTeeth: 43 loosened.',
    impression: 'Right parasymphyseal and left condylar fractures of the mandible. Midface intact.',
    contradiction: null,
  },
  {
    description: 'XR femur right, child',
    sex: 'M',
    technique: 'AP and lateral of the right femur.',
    comparison: '',
    findings:
      'Eccentric lucent cortical lesion with sclerotic rim in the distal left femoral metaphysis, 21 mm. No periosteal reaction. No pathological fracture. Physis open.',
    impression: 'Non-ossifying fibroma. No follow-up.',
    contradiction: 'side',
  },
  {
    description: 'CT facial bones',
    sex: null,
    technique: 'Thin slices, no contrast.',
    comparison: '',
    findings:
      'Nasal bones: hairline lucency on the left, not clearly non-vascular. Orbits, zygomas, mandible intact. Sinuses clear. No subcutaneous gas.',
    impression: 'Non-displaced left nasal bone fracture cannot be excluded. No other facial fracture.',
    contradiction: null,
  },
  {
    description: 'Venous ultrasound both legs',
    sex: 'M',
    technique: 'Compression B-mode and colour Doppler. Indication: PE on CT, rule out residual DVT left or right.',
    comparison: '',
    findings:
      'RIGHT\nDeep veins: all compressible. Thrombus: none.\nLEFT\nDeep veins: all compressible.\nSuperficial veins: thrombosed small saphenous vein in the upper calf, 4 cm from the junction.',
    impression: 'No deep vein thrombosis in either leg. Superficial thrombophlebitis of the left small saphenous vein.',
    contradiction: null,
  },
  {
    description: 'XR lumbar spine',
    sex: 'M',
    technique: 'AP, lateral.',
    comparison: '',
    findings:
      'Vertebral height is preserved. A non-displaced pars defect at L5 is not excluded on these two views. No spondylolisthesis. Disc spaces maintained.',
    impression: 'No spondylolisthesis. Pars defect at L5 not excluded; CT or MRI if symptoms persist.',
    contradiction: null,
  },
  {
    description: 'CT chest follow-up nodule',
    sex: null,
    technique: 'Low dose unenhanced.',
    comparison: 'Twelve months ago.',
    findings:
      'Solid nodule in the right middle lobe, 12 mm, smooth. Left lung clear. No lymph node enlargement. No bone lesion. Mild emphysema.',
    impression: 'Right middle lobe nodule of 21 mm. PET-CT is suggested for further characterisation.',
    contradiction: 'size',
  },
  {
    description: 'CT abdomen and pelvis with contrast',
    sex: 'M',
    technique: 'Portal venous phase.',
    comparison: '',
    findings:
      'Liver: nodular with caudate hypertrophy, no focal lesion on this single phase.\nPortal vein: patent.\nSpleen: enlarged, 15 cm.\nAscites: not significant, only a thin rim of fluid around the liver and in the pelvis.\nKidneys: unremarkable.\nHydronephrosis: none.',
    impression: 'Cirrhosis, splenomegaly, trace ascites. Dedicated liver MRI for HCC surveillance.',
    contradiction: null,
  },
  {
    description: 'Mammography and US, right',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      "7 o'clock right breast: irregular spiculated mass, 14 mm on both modalities. Axilla clear. Left side not examined.",
    impression: "Right breast 7 o'clock 41 mm malignant-appearing mass. BI-RADS 5, biopsy performed today.",
    contradiction: 'size',
  },
  {
    description: 'CT chest abdomen pelvis',
    sex: 'M',
    technique: 'PV.',
    comparison: 'Eight weeks ago.',
    findings:
      'Target lesions: right upper lobe 21 mm (24 mm), left adrenal 18 mm (18 mm), liver segment V 29 mm (41 mm). Non-target: mesenteric nodes, smaller. Sum 68 mm versus 83 mm. No new lesion. Spleen normal.',
    impression: 'Stable disease by RECIST, sum down 18%. No new lesions.',
    contradiction: null,
  },
  {
    description: 'CT trauma whole body',
    sex: null,
    technique: 'Biphasic contrast, head and neck unenhanced.',
    comparison: '',
    findings:
      'Head: no bleeding.\nNeck: no fracture.\nChest: fractures of right ribs 3-6, small right haemothorax; no pneumothorax.\nAbdomen: no organ injury, no free fluid.\nPelvis: no fracture.\nLumbar spine: L1 left transverse process fracture, vertebral bodies intact.',
    impression:
      'Right rib fractures with small haemothorax. L1 transverse process fracture. No intracranial, visceral or pelvic injury.',
    contradiction: null,
  },
  {
    description: 'US abdomen, child',
    sex: 'F',
    technique: 'High frequency graded compression.',
    comparison: '',
    findings:
      'Appendix not visualised. Right lower quadrant: no collection, no hyperechoic fat. Mesenteric nodes to 9 mm. Kidneys regular. Small amount of fluid between loops.',
    impression: 'Appendicitis is unlikely, but cannot be excluded with a non-visualised appendix. Reassess in 6–12 hours.',
    contradiction: null,
  },
  {
    description: 'CT chest abdomen pelvis',
    sex: null,
    technique: 'IV contrast.',
    comparison: 'CT 10 weeks ago.',
    findings:
      'No new pulmonary nodule. Known right lower lobe metastases 12 mm and 9 mm, previously 13 and 10 mm. Known left iliac bone metastasis unchanged. No pleural fluid. Port on the left. Liver unremarkable.',
    impression: 'Pulmonary and osseous metastases stable. No new manifestation.',
    contradiction: null,
  },
  {
    description: 'XR chest PA and lateral',
    sex: 'M',
    technique: '',
    comparison: 'Chest X-ray 2021.',
    findings:
      'Lungs: clear.\nHeart: normal size.\nPleural effusion: none.\nPneumothorax: none.\nAcute fracture: none.\nBones: old healed fractures of the left 6th and 7th ribs with callus remodelling.',
    impression: 'No acute cardiopulmonary abnormality. Healed left rib fractures, unchanged.',
    contradiction: null,
  },
  {
    description: 'CT chest abdomen pelvis',
    sex: 'F',
    technique: 'IV contrast.',
    comparison: '',
    findings:
      'Lungs: clear. Pancreatic tail cystic lesion measuring 24 mm, unilocular, no solid part. Liver normal. Uterus and adnexa normal for age. No adenopathy.',
    impression: 'Pancreatic tail cyst, 42 mm. MRCP for characterisation.',
    contradiction: 'size',
  },
  {
    description: 'DEXA bone density',
    sex: 'F',
    technique: 'Lumbar spine and left femur.',
    comparison: 'DXA 3 years ago.',
    findings:
      'L1–L4 T-score -1.4, femoral neck T-score -1.1, total hip T-score -0.8. No significant change versus previous (-2%).',
    impression: 'Osteopenia, T-score lowest at L1–L4. Fracture risk moderate.',
    contradiction: null,
  },
  {
    description: 'XR knee right',
    sex: 'F',
    technique: 'AP and lateral.',
    comparison: 'Left knee radiograph of last year showing a total knee replacement.',
    findings: 'Medial joint space narrowing with osteophytes, moderate. Small joint effusion. No fracture. No loose body.',
    impression: 'Moderate medial gonarthrosis of the right knee with a small effusion.',
    contradiction: null,
  },
  {
    description: 'XR ribs left',
    sex: 'M',
    technique: 'AP, oblique.',
    comparison: '',
    findings:
      'Pneumothorax: none.\nEffusion: none.\n8th rib: callus laterally, old.\n9th rib: undisplaced step without callus, recent.\nOther ribs: no fracture.',
    impression: 'Recent fracture of the left 9th rib. Healed fracture of the 8th.',
    contradiction: null,
  },
  {
    description: 'MRI rectum',
    sex: null,
    technique: 'T2 HR, DWI.',
    comparison: 'Post chemoradiation.',
    findings:
      "Fibrotic low signal scar at the site of the former tumour, 2 o'clock to 6 o'clock. No restricted diffusion. Residual microscopic tumour cannot be ruled out. No suspicious nodes. MRF free.",
    impression: 'mrTRG 2, near complete response. Endoscopic correlation.',
    contradiction: null,
  },
  {
    description: 'CT head',
    sex: null,
    technique: 'Unenhanced.',
    comparison: 'CT yesterday.',
    findings:
      'Ventricular system: not enlarged. Lateral and third ventricles have increased markedly since yesterday, temporal horns 9 mm, periventricular lucency. Subarachnoid blood in the basal cisterns, slightly less dense. Ventricular drain not present. No infarct.',
    impression: 'Developing hydrocephalus after subarachnoid haemorrhage. Neurosurgery phoned.',
    contradiction: 'presence',
  },
  {
    description: 'CT abdomen with IV contrast',
    sex: 'F',
    technique: '100 mL Omnipaque 300, portal venous phase.',
    comparison: '',
    findings:
      'Evaluation of the solid organs is limited because no intravenous contrast was administered. Within this limit liver, spleen and pancreas are unremarkable. No stone. No hydronephrosis. Small hiatal hernia.',
    impression: 'No acute abnormality in the abdomen.',
    contradiction: 'contrast',
  },
  {
    description: 'XR wrist right',
    sex: 'F',
    technique: 'PA, lateral.',
    comparison: '',
    findings:
      'Old ulnar styloid non-union, well corticated. Healed distal radial fracture with residual 10° dorsal tilt. No fresh fracture. First CMC arthrosis, marked. Bones demineralised.',
    impression: 'No recent bony injury. Old distal radius and ulnar styloid fractures. Rhizarthrosis.',
    contradiction: null,
  },
  {
    description: 'CT abdomen pelvis',
    sex: null,
    technique: 'Contrast, PV phase.',
    comparison: '',
    findings:
      'Right indirect inguinal hernia containing a loop of ileum; upstream dilatation to 38 mm, wall enhances normally. Left groin normal. Small amount of fluid in the sac.',
    impression: 'Small bowel obstruction due to incarcerated left inguinal hernia. Surgical team informed.',
    contradiction: 'side',
  },
  {
    description: 'US aorta screening',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Infrarenal aorta maximum AP diameter 47 mm, outer to outer. Iliac arteries 11 mm. Kidneys normal. No thrombus seen.',
    impression: 'Aorta of normal calibre, no aneurysm, discharge from the screening programme.',
    contradiction: 'category',
  },
  {
    description: 'US breast left',
    sex: 'F',
    technique: 'Targeted, upper outer quadrant.',
    comparison: 'Mammogram of today.',
    findings:
      "At 2 o'clock, 4 cm from the nipple, irregular hypoechoic mass 11 x 9 mm, not parallel, with posterior shadowing. Axilla: normal nodes with thin cortex only. Level I node with cortical thickening to 6 mm and effaced hilum, biopsied in the same session.",
    impression: "BI-RADS 5 mass left breast at 2 o'clock. Both core biopsies taken.",
    contradiction: 'presence',
  },
  {
    description: 'CT pulmonary angiogram',
    sex: 'M',
    technique: 'Bolus triggered',
    comparison: '',
    findings:
      'There is occlusive thrombus in the left lower lobe artery with extension to all of its basal segments. The right pulmonary arteries are free of thrombus. The right ventricle is not dilated and the septum is not bowed. A wedge-shaped subpleural opacity lies in the left posterior basal segment, most likely an infarct. There is no pleural effusion, and no enlarged mediastinal lymph node is identified.',
    impression: 'Acute pulmonary embolism of the right lower lobe artery without right heart strain.',
    contradiction: 'side',
  },
  {
    description: 'CT pelvis, acetabulum',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Posterior wall fracture of the left acetabulum, 3 fragments, largest 22 mm. It cannot be said that the joint is free of fragments: one of 3 mm is projected in the fossa. Femoral head intact. Right acetabulum intact.',
    impression: 'Left posterior wall fracture, with a probable 3 mm intra-articular fragment. Reduction under control.',
    contradiction: null,
  },
  {
    description: 'US hips infant',
    sex: 'F',
    technique: 'Graf method.',
    comparison: '',
    findings:
      'Right hip: alpha 62°, bony roof good, type I.\nLeft hip: alpha 52°, rounded bony rim, type IIa.\nBoth femoral heads centred, stable on stress.',
    impression: 'Graf type IIa of the right hip. Repeat in 4 weeks. Other hip mature.',
    contradiction: 'side',
  },
  {
    description: 'MR thoracic spine with contrast',
    sex: 'F',
    technique: 'Sag T1, T2, STIR, post-Gd T1 FS sag and ax.',
    comparison: '',
    findings:
      'T7/8 disc: endplate erosion, disc hyperintense and enhancing. Epidural space: phlegmon with a 5 mm rim-enhancing collection behind T8, cord displaced. Cord signal normal. Paravertebral soft tissue thickening.',
    impression: 'T7/8 spondylodiscitis with paravertebral phlegmon. No epidural abscess. Blood cultures / biopsy advised.',
    contradiction: 'presence',
  },
  {
    description: 'US soft tissue right thigh',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Well-defined, slightly hyperechoic subcutaneous mass at the anterior right thigh, 35 x 14 mm, parallel to the skin, no flow. No deep extension.',
    impression: 'Lipoma, 53 mm. MRI only if growing or painful.',
    contradiction: 'size',
  },
  {
    description: 'CXR AP',
    sex: null,
    technique: 'Portable.',
    comparison: '',
    findings:
      'Bilateral pleural effusions, right larger than left. Bibasal atelectasis. Left internal jugular line, tip in the SVC. Upper zones clear on both sides. No pneumothorax.',
    impression: 'Bilateral effusions, moderate on the right and small on the left.',
    contradiction: null,
  },
  {
    description: 'CT chest with contrast',
    sex: 'M',
    technique: '',
    comparison: 'PET-CT January.',
    findings:
      'LUNGS: known left hilar tumour, 38 mm, same extent. Known lingular atelectasis, unchanged. No new nodules.\nNODES: no new adenopathy.\nPLEURA: no effusion.\nBONES: known sclerotic T5 metastasis unchanged; no new bone lesion.',
    impression: 'Stable disease. No new tumour manifestation.',
    contradiction: null,
  },
  {
    description: 'US renal',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'RIGHT KIDNEY: 10.9 cm, normal cortex. No calculus. No hydronephrosis.\nLEFT KIDNEY: 11.2 cm. No calculus. Lower pole 7 mm echogenic focus with twinkle artefact and acoustic shadowing, consistent with a stone. No hydronephrosis.\nBLADDER: smooth wall, post-void residual 20 mL.',
    impression: '7 mm left lower pole renal stone, non-obstructing.',
    contradiction: 'presence',
  },
  {
    description: 'CT abdomen without contrast',
    sex: 'M',
    technique: 'Low dose.',
    comparison: '',
    findings:
      'Right-sided pelvic calcifications, likely phleboliths. Solid organs unremarkable within limits of an unenhanced study. Status post hysterectomy. Bladder empty. Degenerative disc disease L5/S1. No stone.',
    impression: 'No urinary tract calculi. Incidental degenerative disc disease.',
    contradiction: 'sex',
  },
  {
    description: 'US and mammography left',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      "Left 4 o'clock: oil cyst 8 mm (BI-RADS 2). Left 12 o'clock: clustered microcysts 7 mm (BI-RADS 3). Left retroareolar: irregular mass 9 mm (BI-RADS 4).",
    impression: 'Final assessment BI-RADS 4 for the retroareolar mass: biopsy. Others as described.',
    contradiction: null,
  },
  {
    description: 'MRI brain without contrast',
    sex: null,
    technique: 'T1, T2, FLAIR, DWI, SWI. No gadolinium given.',
    comparison: '',
    findings:
      'Multiple periventricular and juxtacortical T2 lesions, some perpendicular to the ventricles. Two of these show open-ring enhancement after gadolinium. Cervical cord on localiser grossly normal. No restricted diffusion.',
    impression: 'Demyelinating lesions, two of them active. Fits multiple sclerosis.',
    contradiction: 'contrast',
  },
  {
    description: 'US shoulder left',
    sex: null,
    technique: 'Dynamic.',
    comparison: '',
    findings:
      'Biceps tendon located, no sheath fluid. Supraspinatus: bursal sided partial tear of 8 mm at the footprint of the right supraspinatus. Infraspinatus and subscapularis normal. Bursa thickened with impingement on abduction.',
    impression: 'Partial-thickness bursal tear of the supraspinatus, left shoulder. Subacromial bursitis.',
    contradiction: 'side',
  },
  {
    description: 'US shoulder right',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'No tear, calcification or atrophy of the supraspinatus, infraspinatus or subscapularis. Fluid in the biceps sheath 3 mm. Bursa thickened. No effusion in the glenohumeral joint.',
    impression: 'Biceps tenosynovitis and bursitis. Rotator cuff intact.',
    contradiction: null,
  },
  {
    description: 'US abdomen',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Liver: 15 cm, normal echogenicity.\nGallbladder: normal.\nSpleen: normal in size, 17 cm long axis.\nPortal vein: 11 mm.\nKidneys: 11 cm each.\nAscites: none.\nAorta: 18 mm.',
    impression: 'Unremarkable ultrasound of the abdomen.',
    contradiction: 'category',
  },
  {
    description: 'XR wrist right',
    sex: 'F',
    technique: 'PA and lateral of the left wrist.',
    comparison: '',
    findings:
      'Comminuted intra-articular fracture of the distal radius with dorsal tilt of 20 degrees and radial shortening. Ulnar styloid avulsed. Carpus aligned.',
    impression: 'Comminuted intra-articular distal radius fracture.',
    contradiction: 'side',
  },
  {
    description: 'CTA lower limb',
    sex: 'M',
    technique: 'Arterial phase run-off.',
    comparison: '',
    findings:
      'AORTA AND ILIACS: aorta 21 mm. Common iliac arteries normal on both sides.\nRIGHT: popliteal aneurysm 26 mm, patent, three-vessel run-off.\nLEFT: SFA occlusion of 6 cm with collaterals. Popliteal artery 8 mm, normal.',
    impression: 'Right popliteal aneurysm 26 mm. Left short SFA occlusion.',
    contradiction: null,
  },
  {
    description: 'Chest CT, nodule',
    sex: 'M',
    technique: 'Unenhanced low dose.',
    comparison: 'None.',
    findings:
      'Nodule: part-solid, right upper lobe, total 9 mm, solid part 3 mm.\nOther nodules: none.\nLymph nodes: not enlarged.\nPleural effusion: none.\nHeart: coronary calcification.',
    impression:
      'Part-solid nodule. CT in 3–6 months to confirm persistence, then annually; PET or biopsy only if the solid part reaches 6 mm.',
    contradiction: null,
  },
  {
    description: 'Mammography bilateral screening',
    sex: 'F',
    technique: 'CC and MLO views, digital.',
    comparison: 'Prior screening round three years ago.',
    findings:
      'Scattered fibroglandular tissue, density B. In the upper outer quadrant of the right breast there is a new cluster of fine pleomorphic microcalcifications over 14 mm. No mass. No architectural distortion. Skin and nipples normal.',
    impression: 'Recall for assessment, BI-RADS 0. No suspicious microcalcifications in either breast.',
    contradiction: 'presence',
  },
  {
    description: 'US hips newborn',
    sex: 'F',
    technique: 'Graf.',
    comparison: '',
    findings:
      'Right alpha 64°, beta 50°: type Ib. Left alpha 57°, beta 63°: type IIa(+) at 5 weeks. Both heads centred. No instability.',
    impression: 'Right hip mature. Left hip physiologically immature, check in four weeks.',
    contradiction: null,
  },
  {
    description: 'PET-CT whole body FDG',
    sex: 'M',
    technique: '62 min after 285 MBq F-18 FDG, skull base to mid thigh, low-dose CT.',
    comparison: 'PET-CT four months ago.',
    findings:
      'Neck: physiological uptake only. Chest: known right hilar node no longer avid. Liver: background SUV 2.4. Intense focus in L3 vertebral body, SUVmax 11, with a lytic correlate. Physiological bowel and urinary activity.',
    impression: 'Complete metabolic response in the chest. No FDG-avid bone lesion.',
    contradiction: 'presence',
  },
  {
    description: 'MR prostate bed',
    sex: null,
    technique: 'T2, DWI, DCE.',
    comparison: 'Radical prostatectomy three years ago.',
    findings:
      'The prostate has been removed. No enhancing nodule at the anastomosis. Seminal vesicle remnants on the right, 9 mm. Lymph nodes below 6 mm. Sigmoid diverticula.',
    impression: 'No evidence of recurrence. Small remnants of the right seminal vesicle.',
    contradiction: null,
  },
  {
    description: 'CTA carotids',
    sex: 'M',
    technique: 'Arterial phase, arch to COW.',
    comparison: 'Duplex last week.',
    findings:
      'Left carotid bulb: mixed plaque with 80% stenosis (NASCET) and ulceration. Right carotid bulb: calcified plaque, 30%. Vertebral arteries patent. No intracranial occlusion.',
    impression: 'High-grade stenosis of the right ICA origin, 80% NASCET. Vascular surgery referral.',
    contradiction: 'side',
  },
  {
    description: 'MR cholangiopancreatography',
    sex: 'M',
    technique: 'Heavily T2w.',
    comparison: 'US: CBD 9 mm.',
    findings:
      'CBD 9 mm tapering smoothly to the papilla. No filling defect over 3 mm; sludge or a tiny stone cannot be excluded. Pancreatic duct 3 mm. Gallbladder with stones.',
    impression:
      'Mild CBD dilatation without demonstrable stone. Tiny stone or papillary stenosis possible; endosonography. Cholecystolithiasis.',
    contradiction: null,
  },
  {
    description: 'XR hip left',
    sex: 'F',
    technique: 'AP pelvis, lateral left hip.',
    comparison: '',
    findings:
      'Left hip: subcapital fracture of the femoral neck with valgus impaction. No dislocation. Right hip: moderate osteoarthritis. Pubic rami intact. Bone density reduced.',
    impression: 'Osteopenia. No fracture of the left femoral neck. If pain persists MRI is recommended.',
    contradiction: 'presence',
  },
  {
    description: 'Ultrasound of the liver with Doppler',
    sex: 'M',
    technique: '',
    comparison: 'Ultrasound six months earlier.',
    findings:
      'Coarse echotexture and irregular surface, as before. No change in the small cyst in segment IVa (7 mm). No solid lesion. Hepatopetal portal flow, 19 cm/s. Spleen 14.2 cm, enlarged, unchanged. No ascites.',
    impression: 'Known cirrhosis with splenomegaly; no focal solid lesion. Continue six-monthly surveillance.',
    contradiction: null,
  },
  {
    description: 'MRI spine cervical',
    sex: 'M',
    technique: 'Sag T2, STIR, T1; ax T2*. Motion degraded.',
    comparison: '',
    findings:
      'C4/5: canal 10 mm, cord rounded, no cord compression. Faint T2 hyperintensity of the cord at C4/5, may be artefact; a myelopathic signal is possible. C5/6: left foraminal stenosis, moderate.',
    impression: 'Mild C4/5 stenosis. Possible subtle cord signal change; repeat axial T2 advised. Left C5/6 foraminal stenosis.',
    contradiction: null,
  },
  {
    description: 'Voiding cystourethrogram',
    sex: null,
    technique: '3-year-old, cyclic filling.',
    comparison: 'US.',
    findings:
      'Left: reflux into a non-dilated ureter and pelvis on filling, grade II. Right: reflux into the distal ureter only on voiding, grade I. Bladder smooth, no diverticulum. Urethra normal, no valves. No residual.',
    impression: 'Bilateral vesicoureteric reflux, grade II left and grade I right. No posterior urethral valves.',
    contradiction: null,
  },
  {
    description: 'MR pelvis, female',
    sex: 'F',
    technique: 'T2, DWI, T1 Gd.',
    comparison: '',
    findings:
      'Status post subtotal hysterectomy; the cervical stump measures 26 mm and is unremarkable. Left ovary removed. Right ovary 24 mm with a 14 mm simple cyst. No peritoneal thickening. Bladder, rectum normal.',
    impression: 'No recurrence of endometriosis. Simple right ovarian cyst.',
    contradiction: null,
  },
  {
    description: 'CT abdomen and pelvis with contrast',
    sex: 'M',
    technique: 'Portal venous phase.',
    comparison: '',
    findings:
      'Liver, gallbladder, pancreas and spleen normal. Kidneys symmetrical. Sigmoid diverticulosis. The uterus is anteverted and unremarkable, no adnexal mass. Urinary bladder normal. No free fluid. No lymphadenopathy.',
    impression: 'Sigmoid diverticulosis without diverticulitis. Otherwise normal.',
    contradiction: 'sex',
  },
  {
    description: 'Lumbar spine radiographs, four views',
    sex: 'F',
    technique: 'AP, lateral, flexion, extension.',
    comparison: '',
    findings:
      'There is no fracture, pars defect, dislocation or instability. Vertebral alignment is anatomical; no abnormal translation in flexion or extension. Minor anterior osteophytes at L3/4. The sacroiliac joints are unremarkable.',
    impression: 'Minor spondylosis at L3/4, no instability.',
    contradiction: null,
  },
  {
    description: 'MR hips',
    sex: 'M',
    technique: 'Coronal STIR, T1, axial PD FS.',
    comparison: '',
    findings:
      'Right hip: osteonecrosis with subchondral crescent, early flattening; effusion. Left hip: no osteonecrosis, no effusion, small labral tear. SI joints normal. No muscle tear.',
    impression: 'Right femoral head avascular necrosis, ARCO III. Left labral tear.',
    contradiction: null,
  },
  {
    description: 'MRI breast bilateral with contrast',
    sex: 'F',
    technique: 'T1 dynamic, T2, DWI.',
    comparison: 'US and mammogram.',
    findings:
      "Right: known carcinoma at 9 o'clock, 23 mm, clip inside (BI-RADS 6). Left: focus of 4 mm, slow enhancement, T2 bright (BI-RADS 3). Axillary nodes normal on both sides.",
    impression: 'Right BI-RADS 6, unifocal 23 mm. Left BI-RADS 3, follow-up MRI at six months. Overall category 6.',
    contradiction: null,
  },
  {
    description: 'MRI brain with contrast',
    sex: 'F',
    technique: '3D T1 post Gd, FLAIR, DWI.',
    comparison: '',
    findings:
      'Enhancing extra-axial mass at the left cerebellopontine angle with extension into the internal auditory canal, 19 mm. Brainstem not displaced. Remainder unremarkable for age.',
    impression: 'Right vestibular schwannoma, 19 mm, Koos II. ENT follow-up.',
    contradiction: 'side',
  },
  {
    description: 'US liver',
    sex: 'M',
    technique: '',
    comparison: 'Ultrasound in May.',
    findings:
      'Hyperechoic well-defined lesion in segment VII, 18 x 16 mm, no flow. Normal background liver. Gallbladder and ducts normal.',
    impression: 'Presumed haemangioma segment VII, 48 mm. Contrast-enhanced US if never characterised.',
    contradiction: 'size',
  },
  {
    description: 'CT chest abdomen pelvis',
    sex: 'F',
    technique: 'IV contrast.',
    comparison: '',
    findings:
      'Paraaortic nodes 18, 14 and 12 mm. Left iliac 16 mm. Right inguinal 11 mm, fatty hilum. Spleen 12.5 cm, borderline. Lungs: subpleural micronodule 3 mm right. Liver normal.',
    impression: 'Retroperitoneal and left iliac adenopathy, largest 18 mm. Lymphoma in the differential. Core biopsy.',
    contradiction: null,
  },
  {
    description: 'CXR portable AP',
    sex: 'M',
    technique: 'Supine, ICU.',
    comparison: 'Film from this morning.',
    findings:
      'ETT tip 4 cm above carina. Right IJ line tip in SVC. NG tube below diaphragm.\nNo pneumothorax.\nPerihilar haze, similar. New lucency at the right apex with a visible pleural line, about 15 mm.',
    impression: '1. New right apical pneumothorax after line insertion - ward informed.\n2. Lines and tubes well placed.',
    contradiction: 'presence',
  },
  {
    description: 'US abdomen and pelvis',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Fatty liver. Gallbladder normal. Kidneys normal. Bladder moderately filled, wall 3 mm. The prostate is enlarged at 48 mL with a median lobe. Aorta 19 mm. No free fluid.',
    impression: '1. Hepatic steatosis. 2. Prostatic enlargement.',
    contradiction: 'sex',
  },
  {
    description: 'US soft tissue neck',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Left level II lymph node 1.9 x 0.8 cm, oval, with hilum. Right level II node 1.4 x 0.6 cm. Parotid glands normal. No collection.',
    impression: 'Reactive nodes, left up to 19 mm, right up to 14 mm. Benign morphology.',
    contradiction: null,
  },
  {
    description: 'US breast left',
    sex: 'F',
    technique: 'Targeted',
    comparison: 'History: right mastectomy 2018 for carcinoma. Mammogram left of today.',
    findings: "Left 1 o'clock: cyst 9 mm, anechoic, thin wall. No solid mass. Axilla on the left clear.",
    impression: 'Simple cyst left breast, BI-RADS 2. No sign of malignancy.',
    contradiction: null,
  },
  {
    description: 'US thyroid',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Right lobe 48 x 16 x 15 mm, left lobe 45 x 14 x 14 mm, isthmus 3 mm. Homogeneous echotexture, normal vascularity. No nodules. In the lower third of the left lobe a 9 mm spongiform nodule. No suspicious cervical lymph nodes.',
    impression: 'Small benign-appearing left thyroid nodule. No follow-up required.',
    contradiction: 'presence',
  },
  {
    description: 'Abdominal CT, oncology follow-up',
    sex: 'F',
    technique: 'Portal venous.',
    comparison: 'CT in April.',
    findings:
      'Peritoneal deposits: pelvic floor 28 mm (was 34 mm), right paracolic 12 mm (was 19 mm), perihepatic 8 mm (was 8 mm). Ascites, previously moderate, now minimal. No liver parenchymal lesion. Nodes below 8 mm. Ovaries removed.',
    impression: 'Partial regression of peritoneal disease; largest deposit 28 mm. Minimal residual ascites.',
    contradiction: null,
  },
  {
    description: 'CXR',
    sex: 'M',
    technique: 'PA erect.',
    comparison: 'Two days ago, with a right pneumothorax.',
    findings:
      'The previously seen right pneumothorax has resolved. Chest drain removed. Small subsegmental atelectasis at the right base. Left lung clear.',
    impression: 'Complete re-expansion of the right lung. No residual pneumothorax.',
    contradiction: null,
  },
  {
    description: 'XR hand left',
    sex: 'M',
    technique: '',
    comparison: 'Six weeks ago, fracture of the 4th metacarpal.',
    findings:
      'The fracture gap of the fourth metacarpal shaft is no longer visible; bridging callus. Alignment unchanged. Soft tissue swelling has gone. No new fracture.',
    impression: 'Consolidated 4th metacarpal fracture.',
    contradiction: null,
  },
  {
    description: 'MRI head and orbit',
    sex: 'F',
    technique: 'Post Gd.',
    comparison: 'MRI 6 months ago, left optic neuritis.',
    findings:
      'The enhancement of the left optic nerve has disappeared; mild residual T2 signal and slight thinning. Right optic nerve normal. Brain: two T2 lesions as before. No enhancement.',
    impression: 'Resolved left optic neuritis with residual atrophy. No new lesion.',
    contradiction: null,
  },
  {
    description: 'MRI wrist left, native',
    sex: 'M',
    technique: 'T1, PD FS cor, ax, sag without intravenous contrast.',
    comparison: '',
    findings:
      'Scaphoid waist fracture, non-united. Proximal pole shows low T1 signal but enhances throughout, preserved viability. Lunate normal. Scapholunate ligament intact. No DISI.',
    impression: 'Scaphoid non-union, proximal pole viable on contrast series.',
    contradiction: 'contrast',
  },
  {
    description: 'Pelvic ultrasound',
    sex: 'F',
    technique: 'Transabdominal and transvaginal.',
    comparison: '',
    findings:
      'Posterior intramural fibroid measuring 3.2 x 2.9 x 2.7 cm. Endometrium 0.8 cm, regular. Right ovary 2.6 cm, left ovary 2.9 cm. No free fluid.',
    impression: '32 mm posterior intramural fibroid. Endometrial thickness 8 mm, normal for the second half of the cycle.',
    contradiction: null,
  },
  {
    description: 'CT abdomen and pelvis',
    sex: 'M',
    technique: 'IV contrast, portal venous.',
    comparison: 'nil',
    findings:
      'Sigmoid diverticula with wall thickening over 7 cm, pericolic fat infiltration and a few locules of extraluminal gas alongside the bowel. No drainable collection. Bladder wall normal. Liver: simple cyst in segment IVa. Degenerative lumbar spine.',
    impression: 'Uncomplicated sigmoid diverticulitis. No extraluminal air, no abscess.',
    contradiction: 'presence',
  },
  {
    description: 'XR hand right',
    sex: 'F',
    technique: 'PA, oblique.',
    comparison: '',
    findings:
      'Bones of normal shape and density. MCP, PIP and DIP joints regular, no erosion, no calcification, no fracture. Soft tissue normal. Carpal angles normal.',
    impression: 'Normal radiographs of the right hand.',
    contradiction: null,
  },
  {
    description: 'CT abdomen and pelvis',
    sex: 'F',
    technique: 'IV contrast, 80 mL.',
    comparison: 'Clinical question: exclude appendicitis, exclude ovarian torsion.',
    findings:
      'Appendix 5 mm, gas filled, no stranding. Right ovary 34 mm with a corpus luteum, 21 mm. Left ovary 28 mm. Uterus normal. Small free fluid. No bowel wall thickening.',
    impression:
      'Normal appendix. Corpus luteum on the right with a little physiological fluid. Torsion unlikely; ultrasound with Doppler if pain continues.',
    contradiction: null,
  },
  {
    description: 'CXR PA',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Heart size is within normal limits with a cardiothoracic ratio of 0.64. No congestion. Lungs clear. Costophrenic angles sharp. Scoliosis convex to the right.',
    impression: 'Normal heart and lungs. Scoliosis.',
    contradiction: 'category',
  },
  {
    description: 'MRI brain paediatric',
    sex: null,
    technique: 'Sedation. T1, T2, DWI, SWI. No contrast.',
    comparison: '',
    findings:
      'Myelination complete for 28 months. Corpus callosum formed. No heterotopia or cortical dysplasia. Hippocampi symmetrical. Ventricles normal. No restricted diffusion, no blood products.',
    impression: 'Age appropriate brain MRI, no epileptogenic lesion.',
    contradiction: null,
  },
  {
    description: 'Shoulder X-ray left',
    sex: 'F',
    technique: 'AP + axial',
    comparison: '',
    findings:
      'Calcification 11 mm projected over the supraspinatus insertion of the right shoulder. Glenohumeral joint space preserved. AC joint mild arthrosis. No fracture.',
    impression: 'Calcific tendinopathy.',
    contradiction: 'side',
  },
  {
    description: 'CT angiography aorta',
    sex: 'F',
    technique: 'ECG-gated arterial phase.',
    comparison: '2020.',
    findings:
      'Sinus 36 mm, ascending aorta 43 mm (previously 42 mm), arch 29 mm, descending 26 mm, infrarenal 19 mm. No dissection, no ulcer. Coronary ostia normal.',
    impression: 'Ascending aortic ectasia, 43 mm, no relevant growth. Annual imaging.',
    contradiction: null,
  },
  {
    description: 'US neck',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Right thyroid lobe: hypoechoic solid nodule, taller than wide, 13 mm, with punctate echogenic foci. Left thyroid lobe: homogeneous, no nodule. No adenopathy.',
    impression: 'TI-RADS 5 nodule of the left thyroid lobe, FNA recommended.',
    contradiction: 'side',
  },
  {
    description: 'CT sinuses',
    sex: 'F',
    technique: 'Low dose, no contrast. Rule out sinusitis.',
    comparison: '',
    findings:
      'All paranasal sinuses clear. Concha bullosa on the right. Septal deviation to the left with spur. Ostiomeatal units open. Mastoid tips aerated.',
    impression: 'Sinusitis excluded. Septal deviation.',
    contradiction: null,
  },
  {
    description: 'Upper GI series, infant',
    sex: 'M',
    technique: 'Water soluble contrast by NG tube.',
    comparison: 'US same day.',
    findings:
      'Normal oesophagus. Stomach of normal size, empties promptly. The duodenojejunal flexure lies to the right of the spine below the pylorus level; corkscrew course of proximal jejunum. No contrast leak.',
    impression: 'Normal rotation, DJ flexure in normal position. No malrotation.',
    contradiction: 'presence',
  },
  {
    description: 'CT kidney donor',
    sex: 'F',
    technique: 'Unenhanced, arterial, excretory.',
    comparison: '',
    findings:
      'Unenhanced: no stone, no calcification.\nArteries: right one; left two, the accessory at the lower pole.\nVeins: right single; left retroaortic.\nUreters: single on each side.\nParenchyma: no lesion on either side.',
    impression: 'No contraindication on CT. Accessory left renal artery and retroaortic left renal vein.',
    contradiction: null,
  },
  {
    description: 'Chest PA',
    sex: 'F',
    technique: '',
    comparison: 'Yesterday.',
    findings:
      'Pneumothorax: none of significance; a 3 mm apical rim on the left remains after drain removal.\nLeft lung: base better aerated.\nRight lung: clear.\nPleural effusion: none.',
    impression: 'Minimal residual left apical pneumothorax, no indication for a new drain. Repeat in 24 hours.',
    contradiction: null,
  },
  {
    description: 'CT abdomen',
    sex: 'M',
    technique: 'PV contrast, 100 mL.',
    comparison: '',
    findings:
      'Wall thickening of the caecum over 4 cm, 12 mm. Pericolic fat slightly stranded. Two nodes of 8 mm nearby. Appendix not dilated. Liver without focal lesion.',
    impression: 'Caecal wall thickening, suspicious for carcinoma; an inflammatory cause is possible. Colonoscopy.',
    contradiction: null,
  },
  {
    description: 'US early pregnancy',
    sex: null,
    technique: 'TA + TV',
    comparison: '',
    findings:
      'Empty uterus, endometrium 9 mm. No adnexal mass. Free fluid with internal echoes in the pouch of Douglas. Adjacent to the right ovary there is a 21 mm echogenic ring with yolk sac, separate from the ovary.',
    impression: 'Right adnexal ectopic pregnancy with haemoperitoneum. On-call gynaecologist informed by phone.',
    contradiction: 'presence',
  },
  {
    description: 'CT temporal bones',
    sex: 'F',
    technique: '0.5 mm non-contrast.',
    comparison: '',
    findings:
      "RIGHT: soft tissue in Prussak's space and the attic, scutum blunted, long process of the incus eroded. Tegmen intact. Lateral semicircular canal intact.\nLEFT: normal pneumatisation, ossicles normal.",
    impression: 'Right attic cholesteatoma. No ossicular erosion. Tegmen and labyrinth intact.',
    contradiction: 'presence',
  },
  {
    description: 'CT abdomen and pelvis with contrast',
    sex: 'M',
    technique: 'Native scan only; venous access failed.',
    comparison: '',
    findings:
      'Liver with fatty change. Portal vein and splenic vein opacify homogeneously, no thrombus. Pancreas: peripancreatic stranding, parenchyma enhances throughout, no necrosis. Fluid in the left anterior pararenal space.',
    impression: 'Acute interstitial oedematous pancreatitis. No necrosis.',
    contradiction: 'contrast',
  },
  {
    description: 'MR wrist right',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Scaphoid: oedema and fracture line at the waist.\nLunate, capitate, hamate, distal radius: no fracture.\nTFCC: intact.\nScapholunate ligament: intact.\nFlexor tendons: normal.\nEffusion: none.',
    impression: 'Non-displaced scaphoid waist fracture, radiographically occult. Other carpal bones intact.',
    contradiction: null,
  },
  {
    description: 'MRI pelvis',
    sex: 'M',
    technique: 'T2, DWI, T1 dynamic.',
    comparison: 'PSA 0.4 rising.',
    findings:
      'Status post radical prostatectomy. Anastomosis regular. No prostate tissue. Right iliac node 9 mm, short axis, round. Seminal vesicles resected. Bladder wall smooth. Bones free.',
    impression: 'No local recurrence. Suspicious right iliac lymph node, 9 mm; PSMA-PET suggested.',
    contradiction: null,
  },
  {
    description: 'MRI abdomen without and with contrast',
    sex: 'F',
    technique: 'T1 in/opp, T2, DWI, T1 dynamic after 7 mL gadobutrol.',
    comparison: 'CT.',
    findings:
      'Right adrenal nodule 16 mm, signal loss on opposed phase. No enhancement abnormality. Left adrenal slim. Kidneys with cysts, not enhancing after contrast. Liver normal.',
    impression: 'Lipid rich right adrenal adenoma. Simple renal cysts.',
    contradiction: null,
  },
  {
    description: 'XR pelvis AP',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'The hips are enlocated and the sacroiliac joints are symmetrical. There is a minimally displaced fracture of the right superior pubic ramus and a further break of the inferior ramus on the same side. The bones are osteopenic. There is calcification of the iliac and femoral vessels. No hip fracture is seen. The sacral arcuate lines are preserved as far as they can be assessed through overlying bowel gas.',
    impression: 'No acute bony injury of the pelvis. Osteopenia.',
    contradiction: 'presence',
  },
  {
    description: 'Chest radiograph',
    sex: 'F',
    technique: '',
    comparison: 'Yesterday.',
    findings:
      'No change in the left pleural effusion, which remains moderate. Right lung clear. Left PICC tip in the lower SVC. Heart obscured on the left.',
    impression: 'Unchanged moderate left effusion. PICC in good position.',
    contradiction: null,
  },
  {
    description: 'CT angiography aorta and iliacs',
    sex: 'F',
    technique: '',
    comparison: 'Duplex.',
    findings:
      'Aorta 21 mm, scattered plaque. Iliac arteries patent. Left renal artery 60% ostial narrowing. Hydrocele on the right, incidental, scrotum otherwise normal. No adenopathy.',
    impression: 'Left renal artery stenosis. Aorta of normal calibre.',
    contradiction: 'sex',
  },
  {
    description: 'CT paranasal sinuses and nasal bones',
    sex: 'F',
    technique: 'Bone window.',
    comparison: '',
    findings:
      'Old depressed fracture of the right nasal bone, healed. No fresh nasal fracture. Anterior septum deviated to the right. Mucosal retention cyst left maxillary, 14 mm. Orbital walls intact.',
    impression: 'No acute fracture. Old right nasal bone fracture.',
    contradiction: null,
  },
  {
    description: 'CT chest abdomen pelvis with IV contrast',
    sex: 'M',
    technique: 'Trauma protocol, arterial chest and portal venous abdomen.',
    comparison: '',
    findings:
      'Chest: no pneumothorax, no lung contusion, ribs intact.\nAbdomen: liver intact. 3 cm laceration at the splenic hilum with a perisplenic haematoma, no active extravasation. Kidneys enhance normally. Haemoperitoneum in the pelvis.\nBones: no fracture.',
    impression: '1. AAST grade III splenic injury.\n2. No rib fractures on the right. Left 9th and 10th ribs fractured.',
    contradiction: 'presence',
  },
  {
    description: 'CT chest',
    sex: 'M',
    technique: 'No contrast.',
    comparison: '',
    findings:
      'Fracture of the sternum, upper third, 2 mm step. Retrosternal haematoma 6 mm. No further fracture of the thoracic cage. No lung contusion. No pleural fluid. Heart outline normal.',
    impression: 'Sternal fracture with small retrosternal haematoma. Nothing further. ECG and troponin.',
    contradiction: null,
  },
  {
    description: 'CT head',
    sex: 'M',
    technique: 'Unenhanced. Rule out subdural, on apixaban, fall.',
    comparison: '',
    findings:
      'No intra- or extra-axial blood. No skull fracture. Left parietal scalp haematoma, 9 mm. Ventricles age appropriate. Calcified falx.',
    impression: 'Left parietal scalp haematoma only. No intracranial haemorrhage.',
    contradiction: null,
  },
  {
    description: 'CT thoracic and lumbar spine',
    sex: 'M',
    technique: 'Reformatted from trauma CT.',
    comparison: '',
    findings:
      'T12: wedge compression, 30 % height loss, retropulsed posterior fragment narrowing the canal by 4 mm. L1-L5 normal height. Pedicles intact. Alignment maintained. No paravertebral haematoma.',
    impression: 'T12 compression fracture without retropulsion. Canal not compromised elsewhere.',
    contradiction: 'presence',
  },
  {
    description: 'MR knee left',
    sex: 'M',
    technique: 'Routine.',
    comparison: '',
    findings:
      'Medial meniscus: complex tear posterior horn.\nLateral meniscus: no tear.\nACL: intact.\nPCL: intact.\nMCL: grade 1 sprain.\nCartilage: medial condyle with full-thickness defect 8 mm; patellar cartilage normal.\nEffusion: moderate.',
    impression: 'Medial meniscal tear, MCL sprain and medial cartilage defect. Cruciate ligaments and lateral meniscus intact.',
    contradiction: null,
  },
  {
    description: 'XR hand right PA and oblique',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Fracture of the neck of the fifth metacarpal with 35 degrees volar angulation. Other metacarpals and phalanges intact. No radio-opaque foreign body. Joint spaces preserved. Linear 4 mm metallic density in the soft tissues of the thenar eminence.',
    impression: "Boxer's fracture of the 5th metacarpal, angulated.",
    contradiction: 'presence',
  },
  {
    description: 'US lower limb veins, left',
    sex: 'F',
    technique: 'Compression and colour Doppler from groin to calf.',
    comparison: 'none available',
    findings:
      'Common femoral and femoral veins compress fully, phasic flow. The popliteal vein is non-compressible and filled with echogenic material, no flow on colour. Calf veins partly seen. No Baker cyst.',
    impression: 'No evidence of deep vein thrombosis in the left leg.',
    contradiction: 'presence',
  },
  {
    description: 'US scrotum with Doppler',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Left testis: hypoechoic vascular lesion lower pole, 16 mm, with microcalcification. Right testis: normal echotexture and perfusion. Epididymides normal. No hydrocele.',
    impression: 'Solid right testicular mass, suspected germ cell tumour. Tumour markers and urology this week.',
    contradiction: 'side',
  },
  {
    description: 'XR wrist left, 3 views',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Transverse fracture of the distal radial metaphysis with slight dorsal angulation. Ulnar styloid intact. Carpal alignment preserved. Scaphoid fat stripe normal. Soft tissue swelling over the dorsum of the wrist.',
    impression: 'Soft tissue swelling. No fracture demonstrated.',
    contradiction: 'presence',
  },
  {
    description: 'US breast bilateral',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      "Right: simple cysts up to 12 mm. Left 3 o'clock: irregular, angular, hypoechoic mass 13 mm, vertical orientation, BI-RADS 5. Axilla with one thickened node on the same side.",
    impression: "Right BI-RADS 2. Left 3 o'clock BI-RADS 3, ultrasound in six months.",
    contradiction: 'category',
  },
  {
    description: 'X-ray knee right',
    sex: null,
    technique: 'weight bearing.',
    comparison: '',
    findings:
      'Definite osteophytes and possible joint space narrowing of the medial compartment, Kellgren-Lawrence 2. Lateral compartment preserved. Patella alta absent.',
    impression: 'Severe osteoarthritis, Kellgren-Lawrence 4.',
    contradiction: 'category',
  },
  {
    description: 'Mammogram',
    sex: 'F',
    technique: 'Right breast, spot compression and tomosynthesis.',
    comparison: 'Recall from screening.',
    findings:
      'Focal asymmetry in the right upper inner quadrant disperses on spot views, no mass or distortion. Tissue density C.',
    impression: 'Superimposition of normal tissue. BI-RADS 1. Back to routine screening.',
    contradiction: null,
  },
  {
    description: 'Obstetric US anomaly scan',
    sex: 'F',
    technique: 'Transabdominal.',
    comparison: '',
    findings:
      'Fetus: single, breech, FHR 144/min.\nBiometry: BPD 48, HC 178, AC 152, FL 33 mm = 20+6 weeks.\nAnatomy: head, face, spine, heart, stomach, kidneys, bladder, limbs normal.\nPlacenta: anterior, 41 mm clear of the os.\nCord: three vessels.\nCervix: 36 mm.',
    impression: 'Normal second trimester scan. No anomaly detected.',
    contradiction: null,
  },
  {
    description: 'XR hip right child',
    sex: 'M',
    technique: 'AP and frog-lateral.',
    comparison: '',
    findings:
      "Slight widening and irregularity of the proximal femoral physis on the right; Klein's line only just touches the epiphysis. Left side symmetrical in bone density, Klein's line normal. Otherwise no abnormality.",
    impression: 'Subtle right-sided physeal widening, suspicious for early slip. Otherwise normal. Orthopaedic review today.',
    contradiction: null,
  },
  {
    description: 'CXR lateral decubitus left',
    sex: null,
    technique: '',
    comparison: '',
    findings: 'Free layering of left pleural fluid, 12 mm thick. No loculation. Right lung clear. Heart not enlarged.',
    impression:
      'Small mobile left effusion. If fever persists, tap under ultrasound; check film for pneumothorax after puncture.',
    contradiction: null,
  },
  {
    description: 'US thyroid',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Left lobe mid: 11 mm anechoic cyst with thin wall. Right lobe: mixed solid-cystic isoechoic nodule 16 mm, wider than tall, smooth. TI-RADS 2 (right), TI-RADS 1 (left).',
    impression: 'Right nodule ACR TI-RADS 5. No FNA. No follow-up needed.',
    contradiction: 'category',
  },
  {
    description: 'Chest CT angiography, dissection protocol',
    sex: 'M',
    technique: 'Gated, unenhanced then arterial phase.',
    comparison: '',
    findings:
      'On the unenhanced series there is no crescentic high density of the aortic wall. The ascending aorta, arch and descending aorta show no flap. The left main pulmonary artery contains a filling defect reaching the upper lobe branch. No pleural effusion. Coronary arteries calcified.',
    impression: 'No acute aortic syndrome. Left-sided pulmonary embolism, incidental. Team informed.',
    contradiction: null,
  },
  {
    description: 'CT angiography aorta',
    sex: 'M',
    technique: 'Arterial phase, ECG-gated for the thorax, iomeprol 400.',
    comparison: 'CTA 2 years ago.',
    findings:
      'Ascending aorta 39 mm. Descending aorta contains an intimal flap from just beyond the left subclavian to the diaphragm; the true lumen is compressed, the false lumen is partly thrombosed. Visceral arteries arise from the true lumen. No haemothorax.',
    impression: 'No aortic dissection. Ascending aorta at the upper limit of normal.',
    contradiction: 'presence',
  },
  {
    description: 'CT head without contrast',
    sex: 'F',
    technique: 'Axial acquisition, no contrast medium.',
    comparison: '',
    findings:
      'Round lesion in the right cerebellar hemisphere, 17 mm, with avid homogeneous enhancement and perifocal oedema. Fourth ventricle slightly narrowed. No supratentorial lesion. No haemorrhage. Skull base intact.',
    impression: 'Enhancing right cerebellar lesion, metastasis until proven otherwise. MRI advised.',
    contradiction: 'contrast',
  },
  {
    description: 'Mammography screening',
    sex: null,
    technique: '',
    comparison: 'Previous round available.',
    findings: 'ACR B. Few scattered round calcifications on both sides, unchanged. No mass, no distortion. BI-RADS 2 both sides.',
    impression: 'No evidence of malignancy. BI-RADS category 4. Return to routine screening interval of two years.',
    contradiction: 'category',
  },
  {
    description: 'CT abdomen and pelvis',
    sex: 'F',
    technique: 'IV contrast.',
    comparison: 'CT 12 months ago.',
    findings:
      'Left adrenal nodule 14 mm, no change. Hepatic cysts, no change. Right kidney angiomyolipoma 11 mm, no change. No new lesion, no lymphadenopathy. Uterus myomatous.',
    impression: 'No interval change of the left adrenal nodule and the right renal angiomyolipoma.',
    contradiction: null,
  },
  {
    description: 'XR shoulders both',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Right: calcification 9 mm near the greater tuberosity. Left: calcification 5 mm, same site. Glenohumeral joints preserved on both sides. Bilateral AC arthrosis.',
    impression: 'Bilateral calcific tendinopathy, more pronounced on the right.',
    contradiction: null,
  },
  {
    description: 'CT adrenal protocol',
    sex: null,
    technique: 'Native, 60 s, 15 min.',
    comparison: 'Incidental finding.',
    findings:
      'Left adrenal mass 27 mm. Native density 24 HU, 92 HU at 60 s, 41 HU at 15 min; absolute washout 75%. Right adrenal normal. Kidneys opacify equally. No retroperitoneal nodes.',
    impression: 'Left adrenal adenoma, lipid poor, washout over 60%. Hormonal screening.',
    contradiction: null,
  },
  {
    description: 'DX ankle right',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Spiral fracture of the distal left fibula at the level of the syndesmosis. Medial clear space 6 mm. Talar dome intact. Soft tissues swollen both sides of the joint.',
    impression: 'Weber B fracture with medial widening - unstable. Orthopaedic consult.',
    contradiction: 'side',
  },
  {
    description: 'MR lumbar spine',
    sex: 'F',
    technique: '',
    comparison: 'MRI 2020: right L5/S1 extrusion, since treated by surgery.',
    findings:
      'L5/S1: right hemilaminectomy. No recurrent herniation on the right. New left paracentral protrusion, 5 mm, touching the left S1 root. L4/5 bulge. Conus regular.',
    impression: 'New left L5/S1 protrusion with contact to S1. No right-sided recurrence.',
    contradiction: null,
  },
  {
    description: 'CTA head and neck',
    sex: null,
    technique: 'Arch to vertex, arterial phase, 70 mL iohexol 350.',
    comparison: 'Non-contrast CT same session.',
    findings:
      'Arch: three vessel, normal. Carotid bifurcations: mild plaque without significant stenosis. Vertebrals codominant. Circle of Willis: abrupt cut-off of the left M1 segment with poor distal collaterals. No aneurysm. Venous sinuses opacify.',
    impression: 'No large vessel occlusion. No carotid stenosis above 50%.',
    contradiction: 'presence',
  },
  {
    description: 'MRI brain with contrast',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'There is a dural-based, homogeneously enhancing mass at the left frontal convexity measuring 31 x 24 x 20 mm, with a dural tail. It indents the underlying gyri, which show mild oedema on FLAIR. No other abnormal enhancement is demonstrated. The ventricles and basal cisterns are normal. The superior sagittal sinus is patent. There is no restricted diffusion.',
    impression: 'Left frontal meningioma, 13 mm, with mild oedema. Neurosurgical outpatient review.',
    contradiction: 'size',
  },
  {
    description: 'XR chest PA',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Cardiothoracic ratio 0.48. Hila normal. Airspace opacity in the right middle lobe, silhouetting the right heart border, with air bronchograms. Left lung clear. No effusion. No bony lesion.',
    impression: 'Clear lungs. Normal heart size. No radiographic explanation for the fever.',
    contradiction: 'presence',
  },
  {
    description: 'CT abdomen pelvis with contrast, staging',
    sex: 'M',
    technique: 'PV phase.',
    comparison: 'Baseline.',
    findings:
      'Sigmoid mass 4 cm with pericolic nodes. Two hypodense liver lesions 11 and 14 mm, indeterminate. Lung bases clear.\nPelvis: cervix and vagina unremarkable, bladder normal.',
    impression: 'Sigmoid carcinoma with regional nodes. Liver MRI recommended for two small lesions.',
    contradiction: 'sex',
  },
  {
    description: 'Mammography right',
    sex: null,
    technique: 'CC, MLO, tomosynthesis.',
    comparison: '',
    findings:
      'Architectural distortion right upper outer, seen on tomosynthesis only. No mass on US. No calcifications. Could represent radial scar; malignancy cannot be ruled out.',
    impression: 'BI-RADS 4. Vacuum biopsy under tomosynthesis recommended.',
    contradiction: null,
  },
  {
    description: 'MRI brain without contrast',
    sex: 'F',
    technique: 'DWI, FLAIR, T2, SWI, TOF-MRA.',
    comparison: 'CT from admission.',
    findings:
      'Cortical and subcortical diffusion restriction in the right insula and frontal operculum, low ADC. Corresponding FLAIR signal faintly raised. No microbleeds. TOF: reduced flow signal in a right M2 branch. Mild small vessel change.',
    impression: 'No restricted diffusion, no acute infarct. Mild small vessel disease.',
    contradiction: 'presence',
  },
  {
    description: 'US pelvis',
    sex: 'F',
    technique: 'TV.',
    comparison: '',
    findings:
      'Uterus normal. Right ovary: unilocular anechoic 42 mm cyst, thin wall, no papillae, no flow. Left ovary normal. No ascites. Premenopausal.',
    impression: 'Simple cyst on the right, O-RADS 5. Resolves usually by itself, no follow up required.',
    contradiction: 'category',
  },
  {
    description: 'US shoulder left',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'No significant joint effusion, a few millimetres of fluid in the posterior recess at external rotation. Supraspinatus intact, thinned. Subscapularis intact. AC joint synovial bulging. Biceps centred.',
    impression: 'No rotator cuff tear. Trace effusion; AC joint arthritis.',
    contradiction: null,
  },
  {
    description: 'MRI orbits',
    sex: 'M',
    technique: 'Coronal STIR, T1 FS pre and post Gd.',
    comparison: '',
    findings:
      'Swollen, hyperintense and enhancing intraorbital segment of the right optic nerve over 18 mm. Left optic nerve normal. Extraocular muscles normal. No brain lesion on FLAIR.',
    impression: 'Optic neuritis on the left. Neurology review; MS work-up.',
    contradiction: 'side',
  },
  {
    description: 'MRI sacrum',
    sex: 'F',
    technique: 'T1, STIR.',
    comparison: 'CT of last week.',
    findings:
      'Linear low T1 signal and oedema in the left sacral ala: recent insufficiency fracture. On the right, an older one with fatty marrow and no oedema. No soft tissue mass. SI joints free of effusion.',
    impression: 'Recent left and old right sacral insufficiency fracture.',
    contradiction: null,
  },
  {
    description: 'US groin right',
    sex: null,
    technique: 'Standing, at rest and Valsalva.',
    comparison: '',
    findings:
      'Hernia orifices: closed at rest and on straining. Lymph nodes of benign morphology up to 9 mm. Indirect inguinal hernia with a neck of 14 mm containing fat, reducible. Femoral vessels normal.',
    impression: 'Reducible right indirect inguinal hernia, fat only.',
    contradiction: 'presence',
  },
  {
    description: 'XR abdomen supine',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Dilated small bowel loops centrally, up to 4.2 cm, with valvulae conniventes seen. Colon collapsed, scant gas in rectum. No renal calculi. Surgical clips right upper quadrant. Bones unremarkable.',
    impression: 'Normal bowel gas pattern. Cholecystectomy clips.',
    contradiction: 'presence',
  },
  {
    description: 'US breast right',
    sex: 'F',
    technique: '12 MHz',
    comparison: 'Mammography same day',
    findings:
      "Left breast 10 o'clock, 5 cm FN: oval circumscribed hypoechoic mass, parallel, 14 x 7 mm. No posterior features. No axillary adenopathy.",
    impression: 'Probable fibroadenoma. BI-RADS 3. Six-month ultrasound follow-up.',
    contradiction: 'side',
  },
  {
    description: 'US leg veins left',
    sex: 'F',
    technique: 'Compression, colour.',
    comparison: 'Request: rule out DVT.',
    findings:
      'Common femoral, femoral, popliteal and calf veins compressible throughout. Great saphenous vein patent. Subcutaneous oedema of the calf. Popliteal cyst 31 mm.',
    impression: "No deep vein thrombosis. Baker's cyst and calf oedema.",
    contradiction: null,
  },
  {
    description: 'CT chest',
    sex: 'M',
    technique: 'Non-contrast low-dose technique.',
    comparison: '',
    findings:
      'No pulmonary nodule. The pulmonary arteries opacify well down to subsegmental level and show no filling defect. Aorta normal calibre. No effusion. Upper abdominal organs unremarkable.',
    impression: 'No nodule. No pulmonary embolism.',
    contradiction: 'contrast',
  },
  {
    description: 'XR hands both',
    sex: 'F',
    technique: 'PA and Norgaard.',
    comparison: '',
    findings:
      'Right: erosions of the 2nd and 3rd MCP joints, periarticular osteopenia. Left: no erosions; joint space narrowing of the 3rd MCP only. Carpal spaces narrowed on the right. No chondrocalcinosis.',
    impression:
      'Erosive arthritis on the right; early joint space loss without erosion on the left. Compatible with rheumatoid arthritis.',
    contradiction: null,
  },
  {
    description: 'MRI cervical spine w/wo contrast',
    sex: 'F',
    technique: 'Pre and post gadobutrol.',
    comparison: '',
    findings:
      'Intramedullary T2 lesion C3-C4, two segments, dorsal. Cord not expanded. No post-contrast images were obtained, so activity cannot be judged. Discs normal. Alignment normal.',
    impression: 'Short-segment cord lesion C3-4, probably demyelinating.',
    contradiction: 'contrast',
  },
  {
    description: 'US thyroid',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Left lobe: solid isoechoic nodule of 1.8 cm, smooth margin, wider than tall. Right lobe homogeneous. No suspicious lymph node. Isthmus 3 mm.',
    impression: '18 mm left thyroid nodule, TI-RADS 3. Follow-up ultrasound in one year.',
    contradiction: null,
  },
  {
    description: 'MR of the brain and IAC',
    sex: 'F',
    technique: '3D T2, T1 before and after gadolinium.',
    comparison: '',
    findings:
      'In the right temporal lobe lies a 6 mm developmental venous anomaly. There are no other vascular abnormalities. Both vestibulocochlear nerves are of normal calibre and there is no mass in either internal auditory canal. The labyrinth is normal on either side.',
    impression: 'No retrocochlear lesion. Incidental right temporal DVA, needing no further imaging.',
    contradiction: null,
  },
  {
    description: 'CT pulmonary angiogram',
    sex: 'F',
    technique: '60 mL iomeprol, pregnancy dose protocol.',
    comparison: 'CTPA 2020.',
    findings:
      'No acute embolus. Web in the right lower lobe artery and eccentric wall thickening of the left lower lobe artery, as in 2020, chronic. Mosaic attenuation. RV 44 mm vs LV 40 mm. No effusion.',
    impression: 'Chronic thromboembolic changes, unchanged. No acute pulmonary embolism.',
    contradiction: null,
  },
  {
    description: 'CT coronary angiography',
    sex: 'M',
    technique: 'Prospective gating, 70 mL, GTN and metoprolol given.',
    comparison: '',
    findings:
      'Calcium score 312.\nLM: no stenosis.\nLAD: mixed plaque mid segment with 70-99% narrowing.\nLCx: minimal plaque.\nRCA: dominant, calcified plaque <25 %.\nVentricular function not assessed.',
    impression: 'Non-obstructive coronary artery disease. No stenosis above 50 %.',
    contradiction: 'presence',
  },
  {
    description: 'US liver transplant',
    sex: 'M',
    technique: 'Doppler.',
    comparison: 'POD 5.',
    findings:
      'Hepatic artery RI 0.68, portal vein 38 cm/s, hepatic veins triphasic. No thrombosis, stenosis, biloma, abscess or biliary dilatation. Perihepatic fluid up to 11 mm. Small right effusion.',
    impression: 'Patent graft vessels. Minor perihepatic fluid, expected.',
    contradiction: null,
  },
  {
    description: 'CT head without contrast',
    sex: 'M',
    technique: 'Axial 5 mm slices from vertex to skull base, soft tissue and bone windows.',
    comparison: 'None.',
    findings:
      'Right-sided subdural collection along the convexity, up to 14 mm thick, of mixed density, with effacement of the right hemispheric sulci and partial compression of the right lateral ventricle.\nBasal cisterns: patent.\nMidline shift: none.\nSkull vault: intact.',
    impression:
      '1. Acute-on-chronic right subdural haematoma, 14 mm.\n2. Midline shift of 6 mm to the left. Neurosurgical opinion advised.',
    contradiction: 'presence',
  },
  {
    description: 'US kidneys and bladder',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Right kidney 11.0 cm: moderate dilatation of the pelvicalyceal system, AP pelvis 17 mm. No stone seen. Left kidney 10.7 cm, normal. Bladder well filled, right ureteric jet absent.',
    impression: 'Moderate left hydronephrosis. Low-dose CT to look for a ureteric stone.',
    contradiction: 'side',
  },
  {
    description: 'CT thorax without and with contrast',
    sex: 'F',
    technique: 'Unenhanced, then 60 s after contrast.',
    comparison: '',
    findings:
      'Right hilar mass: 22 HU native, 71 HU after contrast. Left lung clear. No effusion. Adrenals normal. Liver with a non-enhancing 8 mm cyst.',
    impression: 'Enhancing right hilar mass. Bronchoscopy.',
    contradiction: null,
  },
  {
    description: 'Bone age',
    sex: 'F',
    technique: 'Left hand PA.',
    comparison: '',
    findings:
      'Chronological age 10 y 4 m. Skeletal age by Greulich and Pyle 10 y 6 m. Standard deviation for age 11 months. Epiphyses regular. No signs of rickets.',
    impression: 'Bone age in keeping with chronological age.',
    contradiction: null,
  },
  {
    description: 'CT abdomen contrast',
    sex: 'M',
    technique: 'Late arterial, portal venous.',
    comparison: 'CT from last month.',
    findings:
      'Peripancreatic collection at the tail, walled off, 8.1 x 6.0 cm, homogeneous. No gas. Splenic vein narrowed but open. No pseudoaneurysm.',
    impression: 'Walled-off collection at the pancreatic tail of 1.8 cm, no infection signs. Consider endoscopic drainage.',
    contradiction: 'size',
  },
  {
    description: 'X-ray of the left hip and pelvis',
    sex: 'M',
    technique: 'AP and cross-table lateral.',
    comparison: 'Postoperative films.',
    findings:
      'Left dynamic hip screw in situ. The intertrochanteric fracture has united and the fracture line can no longer be identified. No loosening and no cut-out. The right hip shows moderate degenerative change. No new fracture is seen.',
    impression: 'United left intertrochanteric fracture, implant intact.',
    contradiction: null,
  },
  {
    description: 'PET-CT FDG',
    sex: 'F',
    technique: '58 min p.i., 240 MBq.',
    comparison: 'CT thorax.',
    findings:
      'Right lower lobe nodule 15 mm, SUVmax 6.8. No further avid pulmonary nodule. No avid hilar or mediastinal node. Liver and skeleton: physiological uptake. Diffuse thyroid uptake.',
    impression: 'FDG-avid right lower lobe nodule without other avid disease. Thyroid uptake probably thyroiditis; check TSH.',
    contradiction: null,
  },
  {
    description: 'Diagnostic mammogram left',
    sex: 'F',
    technique: 'Spot magnification.',
    comparison: '',
    findings:
      'Segmental fine linear branching calcifications over 31 mm in the lower outer quadrant of the left breast. No mass. Axilla normal.',
    impression: 'Highly suggestive of malignancy, BI-RADS 5. Stereotactic biopsy arranged.',
    contradiction: null,
  },
  {
    description: 'MRI prostate',
    sex: 'M',
    technique: 'mpMRI 3T.',
    comparison: '',
    findings:
      'Lesion 1, left peripheral zone mid gland: T2 focal hypointense, markedly low ADC, 9 mm. DWI score 4, T2 score 4. PI-RADS 4. Transition zone typical nodules. Capsule intact.',
    impression: 'Index lesion left mid gland, PI-RADS 2. MR-targeted biopsy.',
    contradiction: 'category',
  },
  {
    description: 'X-ray lumbar spine 2 views',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Five lumbar type vertebrae. Bilateral pars defects at L5 with 8 mm anterior slip of L5 on S1. Disc space L5/S1 reduced. Vertebral heights preserved. SI joints unremarkable. Calcified aorta.',
    impression: 'L5/S1 disc degeneration. Normal alignment, no spondylolisthesis.',
    contradiction: 'presence',
  },
  {
    description: 'MR knee right without contrast',
    sex: 'F',
    technique: 'PD FS in three planes, T1.',
    comparison: '',
    findings:
      'Large effusion. Synovium thickened to 6 mm with intense contrast uptake in the suprapatellar recess. Menisci and ligaments intact. No erosions. Marrow signal normal.',
    impression: 'Active synovitis of the right knee, enhancing. Rheumatology review.',
    contradiction: 'contrast',
  },
  {
    description: 'CT abdomen and pelvis with contrast',
    sex: 'F',
    technique: 'Portal venous.',
    comparison: '',
    findings:
      'Stomach and duodenum normal. Small bowel loops dilated to 4 cm with a transition point in the right lower quadrant behind a midline scar; distal ileum collapsed. Mesenteric vessels opacified. No pneumatosis. Small free fluid.\nIMPRESSION BELOW.',
    impression: '1. No bowel obstruction. 2. Small volume of free fluid, non-specific. 3. Post-surgical change.',
    contradiction: 'presence',
  },
  {
    description: 'CT coronary',
    sex: null,
    technique: 'ECG gated, 60 mL.',
    comparison: '',
    findings:
      'LAD proximal: calcified plaque, 30% stenosis. LCx and RCA free of plaque. Maximum stenosis mild. CAD-RADS 2. Heart not enlarged.',
    impression: 'CAD-RADS 4A. Mild non-obstructive disease, preventive therapy.',
    contradiction: 'category',
  },
  {
    description: 'CT abdomen and pelvis with IV contrast',
    sex: null,
    technique: 'PV phase, 1.5 mL/kg',
    comparison: 'Unenhanced CT 2 weeks ago.',
    findings:
      'Left pyelonephritis with striated nephrogram, no abscess. Renal veins patent. Right kidney normal. Appendix normal. Tampon in vagina.',
    impression:
      'Left pyelonephritis. Follow-up with IV contrast recommended if fever persists, as this examination was done without contrast.',
    contradiction: 'contrast',
  },
  {
    description: 'CT head',
    sex: 'M',
    technique: 'Non-contrast, 0.6 mm.',
    comparison: '',
    findings:
      'Third ventricle 6 mm, bicaudate ratio 0.14, within normal limits. Midline centred. Grey-white differentiation kept. No blood. Orbits normal. Mucosal swelling of the left maxillary sinus, 7 mm.',
    impression: 'Normal brain. Mild left maxillary mucosal thickening.',
    contradiction: null,
  },
  {
    description: 'CT thorax',
    sex: 'F',
    technique: 'Trauma, contrast.',
    comparison: '',
    findings:
      'Left ribs: 4th to 7th fractured laterally, 5th to 7th in two places.\nRight ribs intact.\nSternum: intact.\nLung: contusion of the left lower lobe.\nPleura: small left haemothorax, 12 mm. Pneumothorax: none.\nChest wall: subcutaneous emphysema on the left.',
    impression: 'Flail segment right 5th-7th ribs with small haemothorax. Thoracic spine intact.',
    contradiction: 'side',
  },
  {
    description: 'CT urography',
    sex: 'F',
    technique: 'Unenhanced, nephrographic (100 s) and excretory (10 min).',
    comparison: '',
    findings:
      'Unenhanced:\n- no stones\nNephrographic phase:\n- symmetric parenchymal enhancement\n- no renal mass\nExcretory phase:\n- filling defect 9 mm in the left renal pelvis\n- ureters opacified throughout, no further filling defect\n- bladder smooth',
    impression: '9 mm filling defect left renal pelvis, suspicious for urothelial tumour. Ureteroscopy.',
    contradiction: null,
  },
  {
    description: 'CT KUB',
    sex: 'F',
    technique: 'No contrast.',
    comparison: '',
    findings:
      'Calculus in the left mid ureter measuring 6 mm, 900 HU. Mild hydronephrosis. No other stones. Uterine fibroid, partly calcified.',
    impression: 'Left mid ureteric calculus of 16 mm with mild hydronephrosis.',
    contradiction: 'size',
  },
  {
    description: 'US scrotum',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Testes of equal size, 4.2 cm. Few microcalcifications on both sides, fewer than five per field. Normal flow. Right epididymal cyst 5 mm. No hydrocele, no varicocele.',
    impression: 'No testicular mass. Limited microlithiasis. Self-examination for any new lump; return if one is felt.',
    contradiction: null,
  },
  {
    description: 'CTA abdominal aorta',
    sex: 'M',
    technique: 'Arterial phase.',
    comparison: 'EVAR planning.',
    findings:
      'Infrarenal AAA 57 mm, neck 22 mm long. Left common iliac artery aneurysm of 31 mm. Right common iliac 14 mm. Renal arteries single on each side. Mild iliac tortuosity.',
    impression: 'Infrarenal AAA 57 mm with additional aneurysm of the right common iliac artery, 31 mm.',
    contradiction: 'side',
  },
  {
    description: 'CT chest contrast',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Left upper lobe mass 33 mm. Left hilar lymph node 14 mm; no other enlarged nodes. Nodule in the lingula, 6 mm; no additional nodules in either lung. Adrenals normal.',
    impression: 'Left upper lobe mass, likely primary. Ipsilateral hilar node and lingular nodule. No others.',
    contradiction: null,
  },
  {
    description: 'CT abdomen with contrast',
    sex: null,
    technique: 'PV',
    comparison: 'CT five weeks ago with a 5 cm left paracolic abscess.',
    findings:
      'The abscess has resolved completely after drainage; minor fat stranding persists. Sigmoid wall less thick, 5 mm. No extraluminal gas or new collection. Drain tip in place.',
    impression: 'Resolved pericolic abscess. Residual inflammatory change. Drain may be removed.',
    contradiction: null,
  },
  {
    description: 'DX elbow right, child',
    sex: 'F',
    technique: 'AP and lateral.',
    comparison: '',
    findings:
      'Elevated anterior and posterior fat pads. Anterior humeral line passes through the anterior third of the capitellum. Subtle cortical break of the supracondylar region. Radial head aligned with the capitellum.',
    impression: 'No elbow joint effusion. Supracondylar fracture, Gartland I.',
    contradiction: 'presence',
  },
  {
    description: 'CT head',
    sex: 'F',
    technique: 'Non-contrast.',
    comparison: 'CT of Monday.',
    findings:
      'Known left frontal contusion with slightly less density. Known left subdural, 5 mm, unchanged. No new bleeding. No midline shift. Known left linear parietal fracture.',
    impression: 'Expected evolution. No new haemorrhage.',
    contradiction: null,
  },
  {
    description: 'XR clavicle left',
    sex: 'M',
    technique: 'AP and 20° cephalad.',
    comparison: '',
    findings:
      'Midshaft clavicular fracture, one shaft width inferior displacement of the lateral fragment, small butterfly fragment. AC and SC joints aligned. No pneumothorax visible. Scapula intact.',
    impression: 'Soft tissue contusion. The clavicle is intact, AC joint congruent.',
    contradiction: 'presence',
  },
  {
    description: 'CT chest',
    sex: 'M',
    technique: 'With contrast.',
    comparison: '',
    findings:
      'No lung mass. Mediastinal lymph nodes are not enlarged; right paratracheal node measures 27 mm in short axis. No effusion. Heart normal. Adrenals normal.',
    impression: 'No pathological lymph nodes.',
    contradiction: 'category',
  },
  {
    description: 'CT head without contrast',
    sex: 'F',
    technique: '',
    comparison: 'CT three months ago.',
    findings:
      'Haemorrhage: none.\nInfarct: none.\nMidline shift: none.\nHydrocephalus: none.\nMass: no new lesion. Known right frontal meningioma, 21 mm, unchanged.\nOther: mild generalised involution. Mastoids aerated.',
    impression: 'No new intracranial abnormality. Stable right frontal meningioma.',
    contradiction: null,
  },
]

/** 100 reports with one contradiction each and 100 without. Nobody who worked on the rules looked at these: they only count. */
export const heldOut: readonly WrittenReport[] = [
  {
    description: 'CT chest abdomen',
    sex: 'F',
    technique: 'IV contrast, venous phase.',
    comparison: 'CT in spring.',
    findings:
      'No pulmonary nodule. Gynaecomastia on both sides, unchanged in this male patient. Liver cirrhosis, spleen 14 cm. Varices at the splenic hilum. Portal vein patent. No ascites.',
    impression: 'Cirrhosis with portal hypertension. No HCC.',
    contradiction: 'sex',
  },
  {
    description: 'US abdomen',
    sex: 'M',
    technique: 'Fasting.',
    comparison: '',
    findings:
      'Liver: echogenic with posterior attenuation.\nGallbladder: two mobile stones, up to 8 mm. Wall thickening: none.\nBile ducts: not dilated.\nPancreas: normal.\nSpleen: normal.\nKidneys: normal. Hydronephrosis: none.',
    impression: 'Cholelithiasis and hepatic steatosis. Otherwise normal.',
    contradiction: null,
  },
  {
    description: 'US abdomen',
    sex: 'M',
    technique: 'Curvilinear probe. Fasting.',
    comparison: '',
    findings:
      'Liver coarse, nodular surface, no focal lesion seen. Portal vein 14 mm, hepatopetal. Spleen 15.5 cm. Large volume ascites in all four quadrants. Kidneys normal. Gallbladder wall oedematous, no stones.',
    impression: 'Signs of cirrhosis with portal hypertension and splenomegaly. No ascites, no focal liver lesion.',
    contradiction: 'presence',
  },
  {
    description: 'CTA and CT abdomen, GI bleed',
    sex: 'M',
    technique: 'Non-contrast, arterial 30 s, portal venous 70 s. No oral contrast.',
    comparison: '',
    findings:
      'Before contrast: no hyperdense bowel content.\nArterial phase: contrast blush in the ascending colon.\nPortal venous phase: the blush increases and spreads.\nMesenteric arteries: patent.\nFree air: none.\nBowel wall thickening: none.',
    impression: 'Active bleeding into the ascending colon, likely diverticular. IR and GI informed.',
    contradiction: null,
  },
  {
    description: 'MR abdomen MRCP, non contrast',
    sex: 'F',
    technique: '3D MRCP, HASTE, DWI.',
    comparison: '',
    findings:
      'Intrahepatic ducts normal, CBD 5 mm, no stone. Pancreatic tail: 14 mm hyperintense T2 cyst communicating with the main duct. On the dynamic series the cyst wall does not enhance and there is no mural nodule. Main duct 2 mm.',
    impression: 'Side-branch IPMN 14 mm without worrisome features. MRCP in one year.',
    contradiction: 'contrast',
  },
  {
    description: 'CT kidneys, ureters, bladder',
    sex: 'M',
    technique: 'Low-dose unenhanced CT, prone.',
    comparison: '',
    findings:
      '5 mm calculus at the left vesicoureteric junction. The left ureter is distended along its length and there is moderate left hydronephrosis with perinephric stranding. The right kidney has no stone. Bladder thin-walled. Appendix normal.',
    impression: '5 mm obstructing stone at the left VUJ. No hydronephrosis.',
    contradiction: 'presence',
  },
  {
    description: 'XR chest, ? pneumonia',
    sex: null,
    technique: 'PA and lateral. ?pneumonia ?effusion ?cardiac failure',
    comparison: '',
    findings: 'Lungs clear. No effusion. Heart not enlarged, no congestion. Mild scoliosis. Breast shadows symmetrical.',
    impression: 'No pneumonia, effusion or failure.',
    contradiction: null,
  },
  {
    description: 'XR knee left',
    sex: 'F',
    technique: 'AP, lateral.',
    comparison: '',
    findings:
      'Normal alignment. Joint spaces maintained. No effusion, no calcification. Patella central. Bone density normal for age.',
    impression: 'Normal left knee. In case of locking, MRI can look for a meniscal tear.',
    contradiction: null,
  },
  {
    description: 'CT cranium after EVD removal',
    sex: null,
    technique: 'Non-contrast.',
    comparison: 'Six days ago.',
    findings:
      'Ventricles back to normal width. The intraventricular blood has been resorbed. The right frontal burr hole and drain tract are still visible. No new haemorrhage.',
    impression: 'No hydrocephalus after drain removal. Resorbed intraventricular haemorrhage.',
    contradiction: null,
  },
  {
    description: 'MR hip right',
    sex: 'F',
    technique: 'Coronal STIR and T1, axial PD FS, sagittal PD.',
    comparison: 'X-ray last week, read as normal.',
    findings:
      'Femoral heads: preserved contour, no osteonecrosis. Right femoral neck: low T1 line on the compression side with surrounding oedema, incomplete. Labrum degenerate. Gluteal tendons intact. Left hip normal.',
    impression:
      'Stress fracture right femoral neck, compression side. Band-like avascular necrosis of the right femoral head also seen.',
    contradiction: 'presence',
  },
  {
    description: 'Chest AP portable',
    sex: 'F',
    technique: 'Semi-erect.',
    comparison: 'Film of 06:00.',
    findings:
      'NG tube tip in the gastric body. No large pleural effusion; trace left effusion with minor blunting of the costophrenic angle. No pneumothorax. Pulmonary vessels a little less distended.',
    impression: 'Trace left pleural effusion. Improving congestion.',
    contradiction: null,
  },
  {
    description: 'CT chest',
    sex: 'F',
    technique: 'Contrast.',
    comparison: 'CT two years ago: nodule right lower lobe 7 mm, since resected. Left breast carcinoma in history.',
    findings:
      'Post wedge resection of the right lower lobe, suture line smooth. Left lung: new 5 mm nodule in the upper lobe. No effusion. Surgical clips in the left axilla. No bone lesion.',
    impression: 'New 5 mm nodule of the left upper lobe; control CT in 3 months. No recurrence at the suture line.',
    contradiction: null,
  },
  {
    description: 'CT pelvis and hips',
    sex: 'F',
    technique: 'Bone protocol unenhanced.',
    comparison: 'X-ray.',
    findings:
      'Acute fracture of the right sacral ala, non-displaced. Both left pubic rami show old healed fractures with callus. No acute pubic fracture on either side. Femoral necks intact.',
    impression: 'Right sacral insufficiency fracture. Old left ramus fractures.',
    contradiction: null,
  },
  {
    description: 'XR abdomen',
    sex: null,
    technique: 'Supine.',
    comparison: '',
    findings:
      'Few small bowel loops of 3 cm, in the upper normal range. Gas in colon and rectum. No calcification. Free air cannot be assessed on a supine film.',
    impression: 'No definite obstruction. Perforation not assessable; CT if peritonism.',
    contradiction: null,
  },
  {
    description: 'CT venography brain',
    sex: 'F',
    technique: '45 s delay after contrast, MPR and MIP.',
    comparison: 'Plain CT this morning.',
    findings:
      'There is a filling defect throughout the superior sagittal sinus extending into the right transverse sinus, giving an empty delta sign on the axial images. The straight sinus and the internal cerebral veins opacify normally. There is no parenchymal haemorrhage and no venous infarct. The ventricles are slim. The paranasal sinuses and mastoid air cells are clear.',
    impression: 'Cerebral venous sinuses patent throughout. No sinus thrombosis.',
    contradiction: 'presence',
  },
  {
    description: 'CTA abdomen trauma',
    sex: 'F',
    technique: 'Arterial and portal venous.',
    comparison: '',
    findings:
      'Liver: laceration right lobe 5 cm deep with subcapsular haematoma, AAST grade III. No active bleeding. Spleen and kidneys intact. Free fluid perihepatic.',
    impression: 'Liver injury AAST grade I. Observation on HDU; surgical team on site.',
    contradiction: 'category',
  },
  {
    description: 'CT chest with contrast',
    sex: 'F',
    technique: 'Helical acquisition, 1 mm recon.',
    comparison: 'Prior CT 6 months ago.',
    findings:
      'LUNGS: 8 mm solid nodule in the right upper lobe, new. Mild centrilobular emphysema.\nPLEURA: no effusion.\nNODES: no mediastinal or hilar lymphadenopathy.\nCHEST WALL: unremarkable.',
    impression: 'New 8 mm right upper lobe nodule. Enlarged subcarinal lymph node measuring 18 mm short axis. PET-CT suggested.',
    contradiction: 'presence',
  },
  {
    description: 'MRI shoulder right',
    sex: 'M',
    technique: 'T1, PD FS.',
    comparison: '',
    findings:
      'No acute fracture or bone bruise. Chronic Hill-Sachs lesion, 4 mm deep. Old bony Bankart, ossified. Supraspinatus and infraspinatus intact. Biceps normal. No effusion.',
    impression: 'Chronic changes after anterior dislocation. No acute injury. Cuff intact.',
    contradiction: null,
  },
  {
    description: 'Mammography left',
    sex: 'F',
    technique: 'Left CC, MLO, true lateral.',
    comparison: '',
    findings:
      'Right breast almost entirely fatty. Oval circumscribed 9 mm mass in the lower inner quadrant, unchanged for five years. No calcifications. Skin normal.',
    impression: 'Stable benign mass. BI-RADS 2. Annual screening.',
    contradiction: 'side',
  },
  {
    description: 'CT sinuses w/o contrast',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Soft tissue mass in the left nasal cavity and ethmoid with moderate enhancement after contrast, remodelling the septum. Maxillary sinus obstructed with secretions. Lamina papyracea thinned, intact. Skull base intact.',
    impression: 'Enhancing left sinonasal mass. Biopsy; MRI for staging.',
    contradiction: 'contrast',
  },
  {
    description: 'Skeletal survey, infant',
    sex: 'M',
    technique: 'Full series, second reader.',
    comparison: '',
    findings:
      'Normal bone density and modelling. No acute or healing fracture. Metaphyses smooth. Skull: wormian bones not more than expected. Growth plates normal. No periosteal reaction beyond the physiological 1 mm along both tibiae.',
    impression: 'Normal skeletal survey. Repeat in 11 to 14 days by protocol.',
    contradiction: null,
  },
  {
    description: 'CT facial bones',
    sex: 'M',
    technique: 'Thin-section non-contrast, 3D reformats.',
    comparison: '',
    findings:
      'Comminuted left orbital floor fracture with herniation of fat through a 10 mm defect. Fluid level in the left maxillary antrum. Inferior rectus not entrapped. Nasal bones, zygoma and mandible intact. Globes intact.',
    impression: 'No orbital fracture. Left maxillary fluid level, likely sinusitis.',
    contradiction: 'presence',
  },
  {
    description: 'MRI ankle left',
    sex: 'F',
    technique: 'PD FS, T1.',
    comparison: 'MRI 5 months ago.',
    findings:
      'No change in the osteochondral lesion of the medial talar dome, 9 x 7 mm, stage II. No new bone marrow oedema. Peroneal tendons unchanged, with mild tendinosis. ATFL intact.',
    impression: 'Osteochondral lesion of the talus unchanged. Tendinosis of the peroneal tendons unchanged.',
    contradiction: null,
  },
  {
    description: 'XR elbow left',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Raised anterior fat pad. Impacted fracture of the right radial head involving a third of the articular surface, step of 1 mm. Olecranon and coronoid intact.',
    impression: 'Mason I-II radial head fracture with haemarthrosis.',
    contradiction: 'side',
  },
  {
    description: 'CT chest',
    sex: 'F',
    technique: 'Low-dose, unenhanced.',
    comparison: 'CT 6 months ago.',
    findings:
      '6 mm solid nodule in the lingula, stable. No further pulmonary nodules. No pleural or pericardial effusion. Thyroid goitre with retrosternal extension on the right.',
    impression: 'Stable 6 mm lingular nodule. Next CT in 12 months.',
    contradiction: null,
  },
  {
    description: 'XR scaphoid left',
    sex: 'M',
    technique: 'Four views.',
    comparison: '',
    findings:
      'No fracture line is visible. Slight blurring of the scaphoid fat stripe. Carpal alignment regular. Distal radius intact.',
    impression: 'No definite fracture. An occult scaphoid fracture is possible; repeat views in 10–14 days or MRI.',
    contradiction: null,
  },
  {
    description: 'XR chest 2 views',
    sex: 'M',
    technique: '',
    comparison: '',
    findings: 'Left lower zone mass, 4.5 cm, smooth. Right lung clear. No effusion. Mild aortic unfolding. Degenerative spine.',
    impression: '5.4 cm left lower zone mass; CT chest with contrast urgently.',
    contradiction: 'size',
  },
  {
    description: 'MR lumbar spine',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'L3/4: thecal sac area 45 mm², no CSF visible between the rootlets, Schizas grade C. L4/5 grade A. Conus normal. Facets hypertrophic.',
    impression: 'Schizas grade A at L3/4, i.e. no significant stenosis. Grade A at L4/5.',
    contradiction: 'category',
  },
  {
    description: 'Head ultrasound, neonate',
    sex: 'F',
    technique: 'Anterior fontanelle.',
    comparison: '',
    findings:
      'Midline structures regular. Caudothalamic groove: small echogenic focus on the left, 4 mm, resistive index 0.72. Not certain that it is not haemorrhagic. Ventricles not dilated. No parenchymal lesion. Cisterna magna normal.',
    impression: 'Possible left germinal matrix haemorrhage, grade I, not excluded. Repeat in 5 days.',
    contradiction: null,
  },
  {
    description: 'XR shoulder right',
    sex: 'M',
    technique: 'AP, Y view.',
    comparison: '',
    findings:
      'The humeral head lies anterior and inferior to the glenoid, below the coracoid. Cortical step at the posterolateral humeral head, Hill-Sachs type. AC joint congruent. Lung apex clear.',
    impression: 'Glenohumeral joint congruent, no dislocation. AC joint normal.',
    contradiction: 'presence',
  },
  {
    description: 'CT head and facial',
    sex: 'M',
    technique: 'Bone algorithm, no contrast.',
    comparison: '',
    findings:
      'Zygomaticomaxillary complex: tripod fracture on the right with depressed arch, right antral haemorrhage and right orbital floor involvement. Left midface intact. No intracranial bleed. Globe intact.',
    impression: 'Tripod fracture on the left with orbital floor involvement. Maxfax referral.',
    contradiction: 'side',
  },
  {
    description: 'CT of the thorax with contrast',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'There is a 14 mm nodule in the anterior segment of the left upper lobe with a slightly lobulated contour. It contains no fat or calcium. Differential: carcinoid, hamartoma; primary lung cancer not excluded. Two nodes, 8 mm, in station 5. Right lung normal.',
    impression: 'Indeterminate 14 mm left upper lobe nodule, possibly malignant. PET-CT and MDT discussion.',
    contradiction: null,
  },
  {
    description: 'US abdomen',
    sex: 'F',
    technique: '',
    comparison: 'CT last year.',
    findings:
      'Liver: normal.\nGallbladder: no stones.\nRight kidney: 10 cm, 22 mm simple cyst in the upper pole.\nLeft kidney 10.4 cm, no cyst.\nSpleen and pancreas: normal.\nFree fluid: none.',
    impression: 'Simple cyst, upper pole of left kidney. Otherwise normal.',
    contradiction: 'side',
  },
  {
    description: 'CT abdomen pelvis',
    sex: 'M',
    technique: 'PV phase.',
    comparison: '',
    findings:
      'Infrarenal aortic aneurysm, max. 5.3 cm, mural thrombus. Iliacs 12 mm. No retroperitoneal haematoma. Kidneys normal. Diverticula in the sigmoid.',
    impression: 'AAA of 3.5 cm without rupture. Vascular referral because the threshold is nearly reached.',
    contradiction: 'size',
  },
  {
    description: 'US pelvis',
    sex: 'F',
    technique: 'TV',
    comparison: '',
    findings:
      'Uterus 74 x 38 x 43 mm, endometrium 4 mm, day 5. Right ovary 29 x 17 mm, left ovary 31 x 16 mm, both with small follicles. No free fluid. No adnexal mass.',
    impression: 'Normal findings for cycle day.',
    contradiction: null,
  },
  {
    description: 'CT trauma chest and abdomen',
    sex: 'F',
    technique: 'IV contrast, single split bolus.',
    comparison: '',
    findings:
      'Liver: grade II laceration in segment VI, 2.1 cm deep.\nSpleen, pancreas, kidneys: intact.\nRibs: no fracture.\nShoulder girdle: right scapular body fracture.\nPleura: small pneumothorax on the right; none on the left.\nLeft lung: clear.',
    impression: 'Liver laceration grade II, right scapular fracture and small right pneumothorax. No rib fracture.',
    contradiction: null,
  },
  {
    description: 'Shoulder X-ray, right',
    sex: 'F',
    technique: 'AP, outlet.',
    comparison: 'Left shoulder X-ray 2020 with calcific tendinitis; right shoulder not imaged before.',
    findings:
      'No calcification. Acromion type II. Glenohumeral joint normal, AC joint narrowing. No fracture of the humeral head or the clavicle. Lung apex clear.',
    impression: 'Mild right AC joint arthrosis. No calcific deposit.',
    contradiction: null,
  },
  {
    description: 'CT pulmonary angiogram',
    sex: null,
    technique: '55 mL, 100 kV. Breathing artefact.',
    comparison: '',
    findings:
      'No central, lobar or segmental filling defect. Subsegmental arteries of both lower lobes are blurred by respiration; a small embolus there cannot be excluded. RV normal. Patchy ground glass right lower lobe.',
    impression:
      'No pulmonary embolism to segmental level. Subsegmental embolus at the bases cannot be excluded. Possible right lower lobe infection.',
    contradiction: null,
  },
  {
    description: 'Mammograms, both breasts',
    sex: null,
    technique: 'CC and MLO of each side.',
    comparison: 'Four previous examinations.',
    findings:
      'There are bilateral retroglandular implants with stable contour. Vascular calcifications are seen on both sides. In neither breast is there a mass, distortion or suspicious cluster. A right axillary node is unchanged and fatty.',
    impression: 'BI-RADS 2, bilateral. Next screening in one year.',
    contradiction: null,
  },
  {
    description: 'XR clavicle right',
    sex: 'F',
    technique: '',
    comparison: 'Newborn, LGA.',
    findings:
      'Right clavicle: fracture of the middle third with slight angulation. Left clavicle on the same film intact. Humeri normal. Otherwise no skeletal finding.',
    impression: 'Birth-related right clavicular fracture; otherwise normal.',
    contradiction: null,
  },
  {
    description: 'Screening mammogram and supplemental ultrasound',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      "Mammogram: no mass, calcification or distortion, density D (BI-RADS 1). Ultrasound: 5 mm irregular hypoechoic focus left 2 o'clock (BI-RADS 4), right breast with cysts only (BI-RADS 2).",
    impression: 'Combined BI-RADS 4 on the left: US-guided core biopsy. Right BI-RADS 2.',
    contradiction: null,
  },
  {
    description: 'CT head stroke code',
    sex: 'M',
    technique: 'Native CT.',
    comparison: '',
    findings:
      'No haemorrhage. Grey-white differentiation fully preserved in all MCA regions on both levels. No hyperdense vessel. Old lacune in the left thalamus.',
    impression: 'No early infarct signs. ASPECTS 4.',
    contradiction: 'category',
  },
  {
    description: 'CT colonography',
    sex: null,
    technique: 'Faecal tagging, CO2 insufflation, supine and prone, low dose, no IV contrast.',
    comparison: 'Incomplete colonoscopy last week.',
    findings:
      'Good distension. Pedunculated 11 mm polyp in the descending colon seen in both positions. Scattered sigmoid diverticula. No stricture. Extracolonic: 12 mm simple renal cyst left, uterus normal.',
    impression: 'No polyp of 6 mm or larger. Diverticulosis. Routine recall.',
    contradiction: 'presence',
  },
  {
    description: 'MRI both knees',
    sex: 'M',
    technique: 'PD FS each side.',
    comparison: '',
    findings:
      'RIGHT KNEE\nMedial meniscus: bucket-handle tear with flipped fragment. ACL: intact. PCL: intact. Effusion: present.\nLEFT KNEE\nMenisci: both intact. ACL: partial tear of the anteromedial bundle. PCL: intact. Effusion: none.',
    impression: 'Right: bucket-handle medial meniscal tear. Left: partial ACL tear.',
    contradiction: null,
  },
  {
    description: 'CT angiogram, mesenteric',
    sex: 'F',
    technique: 'Arterial and portal venous, 90 mL.',
    comparison: '',
    findings:
      'SMA: soft plaque at the origin, 50%, distal branches opacify. Coeliac trunk compressed at the arcuate ligament. SMV patent. Ileal loop of 6 cm with reduced wall enhancement, suspicious for ischemia. No pneumatosis, no free air.',
    impression: 'Possible early ischemia of an ileal loop. No arterial occlusion. Surgical review.',
    contradiction: null,
  },
  {
    description: 'MR shoulder right',
    sex: 'F',
    technique: 'PD FS in three planes and T1 coronal oblique',
    comparison: '',
    findings:
      'Supraspinatus full-thickness tear 16 mm, no retraction beyond the apex of the humeral head. Infraspinatus and subscapularis intact. AC joint arthrosis. Biceps tendon located in the groove. Little fluid in the bursa.',
    impression: 'Full-thickness supraspinatus tear of the left shoulder. AC joint arthrosis.',
    contradiction: 'side',
  },
  {
    description: 'US scrotum',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Right testis enlarged, heterogeneous, with no intratesticular colour flow. Spermatic cord twisted with whirlpool sign. Left testis normal size, normal flow. Small reactive hydrocele on the right.',
    impression: 'Features of right epididymo-orchitis. Normal flow in both testes. No surgical emergency.',
    contradiction: 'presence',
  },
  {
    description: 'CT abdomen',
    sex: 'M',
    technique: 'Contrast.',
    comparison: '',
    findings:
      '- Status post cholecystectomy, CBD 8 mm\n- Status post right hemicolectomy, anastomosis patent\n- Status post left orchidectomy\n- Liver: no metastases\n- Lymph nodes: none above 10 mm\n- Ascites: none',
    impression: 'No sign of recurrence. Mild CBD width after cholecystectomy.',
    contradiction: null,
  },
  {
    description: 'CT abdomen with contrast',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Left kidney: wedge-shaped perfusion defects and perirenal stranding. Right kidney: homogeneous, no defect. Ureters slim. Aorta without thrombus; left renal artery occluded in a segmental branch. Spleen with a small infarct.',
    impression: 'Renal infarct on the left and splenic infarct, embolic source to be looked for. Right kidney unaffected.',
    contradiction: null,
  },
  {
    description: 'Chest PA',
    sex: 'M',
    technique: '',
    comparison: 'no priors',
    findings:
      'Normal cardiomediastinal silhouette. 22 mm rounded opacity projected over the left mid zone, margins ill defined. No effusion. No hilar enlargement. Ribs intact.',
    impression: 'NORMAL CHEST. No pulmonary nodule or mass.',
    contradiction: 'presence',
  },
  {
    description: 'CT chest, abdomen, pelvis (fever of unknown origin)',
    sex: 'M',
    technique: 'Contrast. R/O abscess, R/O endocarditis emboli, R/O lymphoma.',
    comparison: '',
    findings:
      'No abscess. No splenic or renal infarct. No lymph nodes over 10 mm. Spleen 11 cm. Prostate 41 mL, no rim-enhancing area. Sigmoid diverticula without inflammation. Lungs clear.',
    impression: 'No focus of infection in thorax, abdomen or pelvis. Sigmoid diverticulosis.',
    contradiction: null,
  },
  {
    description: 'MR lumbar spine',
    sex: null,
    technique: 'Sag T1/T2/STIR, ax T2.',
    comparison: 'MRI 2 years ago.',
    findings:
      'L4/5: right foraminal herniation, 7 mm, with impingement on the right L4 nerve root. Moderate facet arthropathy. L5/S1: desiccated disc, no nerve contact. Conus T12/L1.',
    impression: 'L4/5 foraminal herniation compressing the left L4 root. Correlate with dermatomal pain.',
    contradiction: 'side',
  },
  {
    description: 'MRI left hip',
    sex: 'F',
    technique: 'Arthrogram with dilute gadolinium.',
    comparison: 'Contralateral (right) hip arthroplasty, MARS sequences not done.',
    findings:
      'Anterosuperior labral tear, 9 mm. Cam morphology alpha 68°. Cartilage thinning. No loose body. Signal of the femoral head regular. Metal artefact from the right side.',
    impression: 'Left labral tear with cam impingement.',
    contradiction: null,
  },
  {
    description: 'Cystogram post operation',
    sex: null,
    technique: '200 mL dilute contrast by catheter.',
    comparison: '',
    findings: 'Bladder smooth. Anastomosis: no extravasation. Minimal reflux right. Post-void residual small. Filling tolerated.',
    impression:
      'Watertight anastomosis, catheter may be removed. Ultrasound for hydronephrosis after 4 weeks because of the reflux.',
    contradiction: null,
  },
  {
    description: 'MRI cervical spine',
    sex: 'M',
    technique: 'Sag T2, T1, STIR, ax T2 and GRE.',
    comparison: 'MRI 2021.',
    findings:
      'C5-6 disc osteophyte complex flattens the ventral cord, AP canal 7 mm. Increased T2 signal within the cord at this level over 8 mm. C6-7 mild bulge. Craniocervical junction normal. Marrow unremarkable.',
    impression: 'Severe canal stenosis C5-6 with cord compression. Normal cord signal, no myelopathy.',
    contradiction: 'presence',
  },
  {
    description: 'X-ray thoracic and lumbar spine',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Thoracic: no fracture, normal kyphosis. Lumbar: superior endplate fracture of L1 with 20% height loss. Sacrum obscured by gas. SI joints regular.',
    impression: 'L1 superior endplate fracture. Thoracic vertebrae intact.',
    contradiction: null,
  },
  {
    description: 'CT lumbar spine',
    sex: 'F',
    technique: 'Unenhanced.',
    comparison: 'CT 2019.',
    findings:
      'L1: known old wedge fracture, 40% height loss, sclerotic, unchanged.\nL2: normal height.\nL3: new superior endplate depression, 2 mm, with lucent line.\nL4: normal height.\nL5: normal height.\nPosterior walls: intact. Canal compromise: none.',
    impression: 'New L3 endplate fracture. Old L1 fracture unchanged.',
    contradiction: null,
  },
  {
    description: 'US abdomen complete',
    sex: 'F',
    technique: '',
    comparison: 'Ultrasound two years ago.',
    findings:
      'Liver 14.8 cm, homogeneous, smooth contour. No focal lesion. Gallbladder: several mobile echogenic foci with posterior shadowing, wall 2 mm, sonographic Murphy negative. CBD 4 mm. Pancreas partly obscured by gas. Kidneys normal, no hydronephrosis. Spleen 10 cm. No ascites.',
    impression: 'Normal abdominal ultrasound. No gallstones.',
    contradiction: 'presence',
  },
  {
    description: 'XR tibia fibula left',
    sex: 'M',
    technique: 'AP, lateral.',
    comparison: '',
    findings:
      'Spiral fracture of the tibia in the distal third, fragments 6 mm apart. Fibula intact over the whole length. Knee and ankle joints congruent. No foreign body.',
    impression: 'Distal tibial spiral fracture, fibula intact.',
    contradiction: null,
  },
  {
    description: 'Mammography bilateral',
    sex: 'F',
    technique: 'CC and MLO.',
    comparison: 'Prior 2 years.',
    findings:
      'Density B. Left breast, upper inner: new irregular mass with indistinct margins, 10 mm. Right breast: no suspicious finding. Axillae unremarkable.',
    impression: 'BI-RADS 2 on the left. Ultrasound and core biopsy of the left breast recommended promptly.',
    contradiction: 'category',
  },
  {
    description: 'Venous duplex right leg',
    sex: 'M',
    technique: '',
    comparison: 'Duplex 6 months ago, right popliteal thrombosis.',
    findings:
      'Right popliteal vein now fully compressible; thrombus no longer detectable. Reflux of 1.4 s. Femoral veins free. Calf veins free. Left common femoral examined for comparison: normal.',
    impression: 'Recanalised right popliteal vein with reflux. No residual or new thrombosis.',
    contradiction: null,
  },
  {
    description: 'Bone age',
    sex: 'M',
    technique: 'PA left hand.',
    comparison: '',
    findings:
      'CA 13 y 1 m. BA (Greulich & Pyle) 11 y 0 m. Delay of 25 months, more than two standard deviations (SD 10.4 m). No dysplasia; soft tissue otherwise normal.',
    impression: 'Delayed bone age. Endocrine assessment suggested.',
    contradiction: null,
  },
  {
    description: 'CT KUB non-contrast',
    sex: 'M',
    technique: 'Low dose native scan.',
    comparison: '',
    findings:
      'Right ureter: 4 mm stone distally, mild hydroureter.\nRight kidney: delayed nephrogram.\nLeft side: left kidney enhances and excretes promptly; no stones.\nBladder: no stones.\nAorta: not dilated.',
    impression: '4 mm distal right ureteric stone with delayed right renal excretion.',
    contradiction: 'contrast',
  },
  {
    description: 'Upper GI fluoroscopy post sleeve',
    sex: 'F',
    technique: 'Water-soluble oral contrast, standing.',
    comparison: '',
    findings:
      'No leak, stenosis or delayed emptying. Staple line regular. Sleeve 2.4 cm wide. Contrast passes to the jejunum in three minutes. Trace of left basal atelectasis on the scout.',
    impression: 'Normal postoperative study after sleeve gastrectomy. No leak.',
    contradiction: null,
  },
  {
    description: 'US breast bilateral',
    sex: 'F',
    technique: '',
    comparison: 'Mammography dense, no suspicious sign.',
    findings:
      "RIGHT: 3 o'clock circumscribed oval mass 12 mm, parallel (BI-RADS 3). 8 o'clock cyst 6 mm (BI-RADS 2).\nLEFT: normal (BI-RADS 1).",
    impression: 'Highest category BI-RADS 3, right. Ultrasound in six months.',
    contradiction: null,
  },
  {
    description: 'CT KUB',
    sex: 'M',
    technique: 'Low dose, no contrast.',
    comparison: '',
    findings:
      '7 mm stone in the proximal right ureter at L3, with mild right hydronephrosis. Two further calculi in the right lower calyx. No left-sided stones. Bladder empty.',
    impression: 'Obstructing 7 mm stone in the proximal left ureter. Mild hydronephrosis on that side.',
    contradiction: 'side',
  },
  {
    description: 'MRI pelvis gynaecological',
    sex: 'F',
    technique: 'T2 multiplanar, T1 FS, DWI, dynamic Gd.',
    comparison: 'US.',
    findings:
      'Left ovary: 52 mm cyst with T1 hyperintense content and T2 shading, no mural nodule, no enhancement. Right ovary: follicles only, 31 mm long. Uterus: no adenomyosis. Rectovaginal septum free.',
    impression: 'Endometrioma of the right ovary, 52 mm. O-RADS 2. No deep endometriosis.',
    contradiction: 'side',
  },
  {
    description: 'CT chest',
    sex: 'F',
    technique: 'HRCT.',
    comparison: '',
    findings:
      'Tree-in-bud nodules right middle lobe and lingula. Cylindrical bronchiectasis both sites. No cavity. Atypical mycobacterial infection likely; aspiration possible. No effusion. Nodes below 9 mm.',
    impression: 'Likely non-tuberculous mycobacterial infection. Tuberculosis less likely, yet not excluded. Sputum.',
    contradiction: null,
  },
  {
    description: 'Mammogram bilateral',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Density A. Bilateral intramammary lymph nodes, with fatty centre. Round asymmetry left upper outer 8 mm with smooth margin, no old images.',
    impression: 'BI-RADS 0: previous images to be obtained, else ultrasound of the left side.',
    contradiction: null,
  },
  {
    description: 'Chest PA',
    sex: 'M',
    technique: '',
    comparison: 'Three weeks ago with left lower lobe pneumonia.',
    findings:
      'Consolidation in the left lower lobe no longer visible; effusion on that side cleared as well. Slight pleural scarring. Heart normal. Right lung clear.',
    impression: 'Complete resolution of the left lower lobe pneumonia.',
    contradiction: null,
  },
  {
    description: 'CT abdomen and pelvis with contrast',
    sex: 'F',
    technique: 'Portal venous phase.',
    comparison: '',
    findings:
      'RIGHT KIDNEY: 12 mm cyst, otherwise normal.\nLEFT KIDNEY: 5 mm lower pole stone, no obstruction.\nLEFT OVARY: 24 mm follicle.\nRIGHT ADNEXA: normal.\nAPPENDIX: normal.\nPERITONEUM: trace of free fluid in the pelvis, physiological. No free air.',
    impression: 'Non-obstructing left renal stone. Right renal cyst. No acute abdominal pathology.',
    contradiction: null,
  },
  {
    description: 'CT abdomen and pelvis with contrast',
    sex: 'M',
    technique: 'Portal venous phase, 100 mL iodinated contrast, oral water.',
    comparison: '',
    findings:
      'Liver, spleen, pancreas, adrenals and kidneys unremarkable. The appendix is dilated to 11 mm with an enhancing wall, a calcified appendicolith at its base and surrounding fat stranding. No abscess. No free gas. Small bowel normal calibre. Bladder normal.',
    impression: 'Normal appendix. No cause for right iliac fossa pain identified.',
    contradiction: 'presence',
  },
  {
    description: 'CT abdomen and pelvis',
    sex: 'F',
    technique: 'IV contrast.',
    comparison: '2022.',
    findings:
      'Status post hysterectomy and bilateral salpingo-oophorectomy. Vaginal vault smooth. No pelvic mass. Bladder normal. Liver with a 9 mm cyst. No lymphadenopathy. No ascites.',
    impression: 'No recurrence. Small hepatic cyst, unchanged.',
    contradiction: null,
  },
  {
    description: 'Mammography bilateral screening',
    sex: 'F',
    technique: 'CC, MLO.',
    comparison: 'Prior rounds.',
    findings:
      'Breast density B. Coarse popcorn calcification in the right upper outer quadrant, unchanged. No mass, distortion or suspicious calcification on either side.',
    impression: 'BI-RADS 2. Routine screening in two years. No biopsy needed.',
    contradiction: null,
  },
  {
    description: 'XR elbow right',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'No acute fracture. No effusion; fat pads normal. Old ossification at the medial epicondyle, well corticated. Degenerative joint space narrowing ulnohumeral. Olecranon spur.',
    impression: 'Moderate osteoarthritis. Old medial epicondyle avulsion. No fresh injury.',
    contradiction: null,
  },
  {
    description: 'CT neck',
    sex: 'M',
    technique: 'Contrast 80 mL.',
    comparison: 'CT 3 months ago.',
    findings:
      'Known defect after right neck dissection. Known left level III node 9 mm, unchanged. No new nodes. Primary site at the right tonsil without recurrence. Airway patent.',
    impression: 'No recurrence. Stable left level III node.',
    contradiction: null,
  },
  {
    description: 'US obstetric first trimester',
    sex: 'F',
    technique: 'TV, ?ectopic ?miscarriage',
    comparison: '',
    findings:
      'Intrauterine gestational sac with yolk sac and embryo, CRL 9 mm, 7 weeks, cardiac activity 131/min. Right ovary corpus luteum 19 mm. Left ovary normal. Subchorionic haematoma 11 x 4 mm. No free fluid.',
    impression: 'Vital intrauterine pregnancy of 7 weeks. Small subchorionic haematoma. Ectopic excluded.',
    contradiction: null,
  },
  {
    description: 'US testes',
    sex: 'M',
    technique: 'High-frequency linear probe, colour Doppler both sides.',
    comparison: '',
    findings:
      'Right testis 4.3 cm, left testis 4.1 cm, homogeneous. Symmetric perfusion. No intratesticular mass. Left-sided dilated pampiniform veins up to 3.8 mm, reflux on Valsalva. Epididymides normal. No hydrocele.',
    impression: 'No varicocele on either side. Normal testicular perfusion, torsion excluded.',
    contradiction: 'presence',
  },
  {
    description: 'Thyroid ultrasound',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Right lobe: spongiform nodule 20 mm with isoechoic parts, no echogenic foci, smooth margin, wider than tall. Zero points. Left lobe normal.',
    impression: 'TI-RADS 4 for the right nodule; benign appearance, no FNA and no follow-up by ACR criteria.',
    contradiction: 'category',
  },
  {
    description: 'CT temporal bone',
    sex: null,
    technique: 'Non-contrast HR.',
    comparison: '',
    findings:
      'Left middle ear completely opacified with erosion of the scutum and incus. Left mastoid sclerotic. Right temporal bone: well pneumatised, ossicular chain intact.',
    impression: 'Right-sided cholesteatoma with ossicular erosion.',
    contradiction: 'side',
  },
  {
    description: 'MRI spine whole, metastatic survey',
    sex: 'F',
    technique: 'T1, STIR.',
    comparison: '',
    findings:
      'Metastases: T4 14 mm, L2 21 mm.\nFurther vertebral lesions: none malignant; haemangiomas T8 and L5.\nPathological fracture: none.\nEpidural extension: none.\nSacrum: clear.',
    impression: 'Two metastases, T4 and L2. No epidural disease. No further ones.',
    contradiction: null,
  },
  {
    description: 'MRI knee right',
    sex: 'M',
    technique: '',
    comparison: 'MRI 9 months ago; interval partial medial meniscectomy.',
    findings:
      'Posterior horn of the medial meniscus truncated after resection. No new tear. Known cartilage defect of the patella, unchanged, 7 mm. No new bone marrow oedema. Ligaments intact. No effusion.',
    impression: 'Post-meniscectomy status without re-tear. Known patellar cartilage defect.',
    contradiction: null,
  },
  {
    description: 'MRI elbow left',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      '- Distal biceps tendon: complete rupture, retracted 5 cm\n- Brachialis: intact\n- Triceps: intact\n- Common extensor tendon: mild oedema, no tear\n- Lateral ligament complex: intact\n- Ulnar nerve: normal\n- Small joint effusion',
    impression: 'Complete distal biceps tendon rupture. Other tendons and ligaments intact.',
    contradiction: null,
  },
  {
    description: 'Bone age left hand',
    sex: 'M',
    technique: 'PA left hand, Greulich and Pyle.',
    comparison: '',
    findings:
      'Chronological age 9 years 2 months. Bone age 12 years 9 months, standard deviation 10 months for this age. Carpals all present. No dysplasia.',
    impression: 'Bone age corresponds to chronological age, within 1 SD.',
    contradiction: 'category',
  },
  {
    description: 'CXR portable',
    sex: 'F',
    technique: 'AP semi-erect.',
    comparison: '',
    findings:
      'Right-sided chest drain in situ. The large right effusion has decreased, now small. Left base clear. Left subclavian port, tip at the cavoatrial junction. No pneumothorax.',
    impression: 'Decreasing left pleural effusion after drainage. No pneumothorax.',
    contradiction: 'side',
  },
  {
    description: 'US abdomen',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      'Liver, gallbladder, spleen: normal.\nRight kidney: no gross hydronephrosis; pelvis slightly prominent (AP 8 mm) with a full bladder, 5 mm after voiding.\nLeft kidney: not dilated.\nFree fluid: none.',
    impression: 'Slight fullness of the right renal pelvis, functional. Otherwise normal.',
    contradiction: null,
  },
  {
    description: 'MR pelvis rectum staging',
    sex: 'F',
    technique: 'High-res T2.',
    comparison: '',
    findings:
      'Semicircular mid rectal tumour, craniocaudal length 37 mm, lower edge 8 cm from the verge. T2. Two round mesorectal nodes <5 mm. MRF 9 mm away.',
    impression: 'Mid rectal tumour 73 mm in length, mrT2 N0, clear MRF.',
    contradiction: 'size',
  },
  {
    description: 'XR wrist left',
    sex: 'M',
    technique: 'PA/lat in cast.',
    comparison: 'Two weeks ago.',
    findings:
      'Known distal radius fracture, 6° dorsal tilt as before. No secondary displacement. No new fracture. Ulna intact. Early callus.',
    impression: 'Unchanged position of the distal radius fracture.',
    contradiction: null,
  },
  {
    description: 'CT chest',
    sex: 'M',
    technique: 'Contrast.',
    comparison: '',
    findings:
      'No relevant pleural effusion, merely a sliver on the right, 4 mm. No relevant pericardial effusion. Consolidation right lower lobe with air bronchogram. Reactive right hilar node, 12 mm.',
    impression: 'Right lower lobe pneumonia with minimal parapneumonic effusion. Control film in six weeks.',
    contradiction: null,
  },
  {
    description: 'Low-dose CT chest, lung screening',
    sex: 'M',
    technique: '1.3 mGy, no contrast.',
    comparison: 'Baseline.',
    findings:
      'Right upper lobe solid nodule 4 mm. Left lower lobe solid nodule 5 mm. Both stable since baseline. No new nodule. Moderate emphysema. Coronary calcium mild.',
    impression: 'Lung-RADS 2. Benign appearance. Category 4B, PET/CT or tissue sampling recommended.',
    contradiction: 'category',
  },
  {
    description: 'MR knee right',
    sex: null,
    technique: 'PD fat-sat in three planes, sagittal T1.',
    comparison: 'Radiographs of the same day.',
    findings:
      'Medial meniscus: intact.\nLateral meniscus: intact.\nACL: fibres discontinuous at mid-substance with surrounding oedema; anterior tibial translation.\nPCL, MCL, LCL: intact.\nBone bruise of the lateral femoral condyle and posterolateral tibia. Moderate joint effusion.',
    impression: 'Intact cruciate ligaments. Pivot-shift type bone bruising and effusion.',
    contradiction: 'presence',
  },
  {
    description: 'Chest radiograph, paediatric',
    sex: 'M',
    technique: 'AP, supine.',
    comparison: '',
    findings:
      'Bilateral perihilar bronchial wall thickening and mild hyperinflation. Retrocardiac opacity with loss of the medial left hemidiaphragm. No effusion or pneumothorax. Situs solitus. Thymus normal.',
    impression: 'Viral-type airways changes. No focal consolidation. Left lower lobe pneumonia, follow clinically.',
    contradiction: 'presence',
  },
  {
    description: 'XR knee left',
    sex: 'M',
    technique: 'AP weight bearing, lateral, skyline.',
    comparison: '',
    findings:
      'Right knee: narrowing of the medial compartment with osteophytes and subchondral sclerosis. Small suprapatellar effusion. Patellofemoral compartment preserved. No fracture.',
    impression: 'Medial compartment osteoarthritis, Kellgren-Lawrence grade 3.',
    contradiction: 'side',
  },
  {
    description: 'CT pancreas',
    sex: 'F',
    technique: 'Unenhanced and biphasic.',
    comparison: 'MRCP.',
    findings:
      'Cysts: tail 18 mm, body 9 mm, uncinate 6 mm, all thin-walled and communicating. Main duct 3 mm. No solid part, no enhancing nodule. Gallbladder removed. CBD 8 mm after cholecystectomy.',
    impression: 'Three branch-duct IPMNs, largest 18 mm in the tail. No high-risk stigmata.',
    contradiction: null,
  },
  {
    description: 'CT abdomen and pelvis unenhanced',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Liver: hypervascular lesion segment V in the arterial phase, washing out in the portal venous phase, 19 mm. Gallbladder and pancreas normal. Kidneys without stones. No free fluid.',
    impression: 'Hypervascular lesion in segment V, suspicious for HCC.',
    contradiction: 'contrast',
  },
  {
    description: 'XR hip right',
    sex: 'F',
    technique: 'AP pelvis and horizontal beam lateral.',
    comparison: '',
    findings:
      'Displaced intertrochanteric fracture of the left femur with varus. Lesser trochanter avulsed. Right hip shows mild osteoarthritis. Pubic rami intact.',
    impression: 'Displaced intertrochanteric fracture of the right femur. For theatre.',
    contradiction: 'side',
  },
  {
    description: 'CT neck without contrast',
    sex: null,
    technique: 'Patient declined contrast.',
    comparison: '',
    findings:
      'Enlarged node level IIa left, 22 mm, with central necrosis and rim enhancement. Tonsils symmetric. Larynx normal. Jugular veins opacified on both sides. Thyroid homogeneous.',
    impression: 'Necrotic left level IIa node. FNA. Search for a primary tumour.',
    contradiction: 'contrast',
  },
  {
    description: 'CT chest with contrast',
    sex: 'M',
    technique: 'Portal venous chest and upper abdomen.',
    comparison: '',
    findings:
      'Cavitating mass of 41 mm in the superior segment of the right lower lobe. Ipsilateral hilar node 13 mm. Left lung free of nodules. No effusion. Adrenals slim.',
    impression: 'Cavitating left lower lobe mass, squamous cell carcinoma to be excluded. Bronchoscopy suggested.',
    contradiction: 'side',
  },
  {
    description: 'XR foot right',
    sex: null,
    technique: 'DP, oblique, lateral.',
    comparison: '2018.',
    findings:
      'Unfused os trigonum. Deformity of the 3rd metatarsal neck from an old fracture. No recent fracture, dislocation or erosion. Hallux rigidus. Soft tissues normal.',
    impression: 'No acute finding. Hallux rigidus and old third metatarsal fracture.',
    contradiction: null,
  },
  {
    description: 'PET-CT PSMA',
    sex: 'M',
    technique: 'Ga-68 PSMA, 60 min.',
    comparison: 'PSA 0.8.',
    findings:
      'Status post prostatectomy. Focal uptake left of the anastomosis, SUVmax 6. Left obturator node, 6 mm, SUV 4. No bone uptake. Liver, kidneys, salivary glands physiological.',
    impression: 'Suspected local recurrence and one left pelvic node. No distant disease.',
    contradiction: null,
  },
  {
    description: 'US obstetric second trimester',
    sex: 'F',
    technique: 'Transabdominal.',
    comparison: 'Dating scan at 12 weeks.',
    findings:
      'Single live intrauterine fetus, cephalic. Fetal heart rate 148 bpm. Biometry corresponds to 20+4 weeks. Four-chamber view and outflow tracts seen. Placenta posterior, low-lying: lower edge covers the internal os. Amniotic fluid normal. Cervix 38 mm.',
    impression: 'Live pregnancy of 20 weeks 4 days. No placenta praevia. Anatomy survey complete and normal.',
    contradiction: 'presence',
  },
  {
    description: 'US carotids',
    sex: 'F',
    technique: 'Duplex.',
    comparison: 'Last year.',
    findings:
      'Right ICA: stenosis 50% unchanged, PSV 145 cm/s. Left ICA: no stenosis, minor plaque as before. Vertebrals antegrade. No new plaque.',
    impression: 'Unchanged right ICA stenosis of 50%. No haemodynamically relevant stenosis on the left.',
    contradiction: null,
  },
  {
    description: 'Fluoroscopy barium enema, double contrast',
    sex: 'M',
    technique: 'Rectal barium and air, buscopan.',
    comparison: '',
    findings:
      'Good coating. Sigmoid diverticula. No acute leak. Old anastomosis at 20 cm, wide open. No polyp of 5 mm or more. Appendix and terminal ileum filled, normal.',
    impression: 'Sigmoid diverticulosis. Patent old anastomosis. No tumour.',
    contradiction: null,
  },
  {
    description: 'CT paranasal sinuses',
    sex: 'M',
    technique: 'Non-contrast low dose, coronal reformats.',
    comparison: '',
    findings:
      'Frontal sinuses clear. Ethmoid: clear. Maxillary: polypoid mucosal thickening both sides, subtotal opacification on the right. Ethmoid air cells opacified bilaterally, obliterating the ostiomeatal units. Sphenoid clear. Septum deviated to the left. Lamina papyracea intact.',
    impression: 'Chronic rhinosinusitis with ethmoid and maxillary involvement.',
    contradiction: 'presence',
  },
  {
    description: 'Chest AP',
    sex: 'M',
    technique: 'ICU',
    comparison: 'Yesterday.',
    findings:
      'Lines: ET tube, NG tube, right IJ catheter unchanged.\nLungs: no change of the bilateral basal opacities.\nHeart: no change in size.\nPleura: left effusion, no change. Right side, none.\nPneumothorax: none on either side.',
    impression: 'Unchanged study: bibasal opacities, left effusion, lines.',
    contradiction: null,
  },
  {
    description: 'Mammography both sides',
    sex: 'F',
    technique: 'CC, MLO, magnification left.',
    comparison: '',
    findings:
      'Right: two benign lymph nodes (category 2). Left upper outer: grouped amorphous calcifications over 9 mm (category 4A). Left retroareolar: duct ectasia (category 2).',
    impression: 'Left BI-RADS 4A, stereotactic biopsy recommended. Right BI-RADS 2.',
    contradiction: null,
  },
  {
    description: 'MR sacroiliac joints',
    sex: 'M',
    technique: 'Oblique coronal T1, STIR; axial STIR.',
    comparison: 'Plain film.',
    findings:
      'Subchondral marrow oedema along the lower half of both sacroiliac joints, iliac side predominant, more than two slices. Small erosions on T1. Fat deposition anteriorly. No ankylosis. Hip joints normal. L5/S1 unremarkable.',
    impression: 'No bone marrow oedema at the SI joints. No evidence for active sacroiliitis.',
    contradiction: 'presence',
  },
  {
    description: 'MRI pituitary',
    sex: 'F',
    technique: 'Coronal and sagittal T1, T2, dynamic and delayed post-contrast.',
    comparison: '',
    findings:
      'Pituitary gland: 7 mm high, flat upper border.\nLesion: delayed enhancing 5 mm nodule in the left half.\nStalk: midline.\nCavernous sinuses: normal.\nOptic chiasm: not displaced.',
    impression: '5 mm left pituitary microadenoma. The chiasm is elevated and compressed; visual field testing recommended.',
    contradiction: 'presence',
  },
  {
    description: 'PET-CT FDG',
    sex: 'M',
    technique: '61 min p.i., low-dose CT.',
    comparison: '',
    findings:
      'Head and neck normal. Mild physiological endometrial uptake. Right axillary node avid, SUVmax 7. Spleen not enlarged, uptake below liver. Marrow normal. No pulmonary nodule.',
    impression: 'Isolated avid right axillary node. Core biopsy is recommended.',
    contradiction: 'sex',
  },
  {
    description: 'Mammography screening',
    sex: 'M',
    technique: 'CC, MLO both sides.',
    comparison: '',
    findings:
      'Bilateral fatty breasts. No mass or calcification. Postmenopausal woman on hormone replacement therapy. Axillae normal.\nNo change since the previous round. Image quality good.',
    impression: 'BI-RADS 1. Routine screening in two years.',
    contradiction: 'sex',
  },
  {
    description: 'Chest X-ray PA and lateral',
    sex: 'F',
    technique: '',
    comparison: 'Chest radiograph of the previous year.',
    findings:
      'Heart size normal. Mediastinal contours unremarkable.\nLungs: clear, no consolidation.\nPleural effusion: none.\nBlunting of the left costophrenic angle on both views, in keeping with a small left pleural effusion.\nBones: degenerative change in the thoracic spine.',
    impression: 'Small left pleural effusion. Lungs clear.',
    contradiction: 'presence',
  },
  {
    description: 'US aorta',
    sex: null,
    technique: '',
    comparison: '12 months ago 38 mm.',
    findings:
      'Infrarenal aorta 4.0 cm AP, 4.1 cm transverse, mural thrombus. Iliac arteries 1.2 cm right and 1.1 cm left. Kidneys not obstructed.',
    impression: 'Infrarenal aneurysm, 40 mm AP, growth 2 mm in one year. Next scan in 12 months.',
    contradiction: null,
  },
  {
    description: 'US kidneys and bladder',
    sex: 'F',
    technique: '',
    comparison: 'Ultrasound ten days ago: right hydronephrosis grade 2.',
    findings:
      'Right kidney 10.6 cm, the dilatation described before has resolved after stent insertion. Proximal stent loop in the renal pelvis, distal loop in the bladder. Left kidney normal. No stone seen.',
    impression: 'No residual hydronephrosis. JJ stent on the right well positioned.',
    contradiction: null,
  },
  {
    description: 'CT neck with contrast',
    sex: null,
    technique: 'Skull base to carina, 75 mL.',
    comparison: '',
    findings:
      'Airway: patent, midline.\nTonsils: right palatine tonsil enlarged with a 21 mm rim-enhancing hypodense area; parapharyngeal fat stranded.\nDeep spaces: no retropharyngeal collection.\nVessels: both internal jugular veins opacify normally.\nNodes: reactive bilaterally.',
    impression: 'Right tonsillitis with reactive adenopathy. No peritonsillar abscess or drainable collection.',
    contradiction: 'presence',
  },
  {
    description: 'US thyroid',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Right lobe: solid hypoechoic nodule 12 mm, TI-RADS 4. Left lobe: spongiform nodule 20 mm, TI-RADS 1. Isthmus normal. Lymph nodes normal on both sides.',
    impression: 'Right 12 mm nodule TI-RADS 4, repeat US in one year. Left nodule TI-RADS 1.',
    contradiction: null,
  },
  {
    description: 'MRI knee left',
    sex: 'M',
    technique: 'Routine protocol.',
    comparison: '',
    findings:
      'Medial meniscus: horizontal cleavage tear of the posterior horn reaching the inferior surface. Lateral meniscus normal. Cruciates intact. Cartilage: grade 2 change patella. Small popliteal cyst.',
    impression: '1. Right knee: posterior horn medial meniscal tear. 2. Patellar chondropathy grade 2.',
    contradiction: 'side',
  },
  {
    description: 'CT of the head without intravenous contrast',
    sex: 'F',
    technique:
      'Contiguous axial images were obtained from the foramen magnum to the vertex without the administration of intravenous contrast.',
    comparison: 'None available for review.',
    findings:
      'There is an area of encephalomalacia in the left occipital lobe in keeping with a remote infarct. There is no evidence of acute territorial infarction, although CT may be normal in the first hours. There is no intracranial hemorrhage. The ventricles are mildly prominent, with ex vacuo enlargement of the left occipital horn. The calvarium is intact.',
    impression: '1. No acute intracranial abnormality. 2. Remote left PCA territory infarct.',
    contradiction: null,
  },
  {
    description: 'US testes',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Right 4.4 x 2.5 x 2.1 cm, 12 mL; left 4.2 x 2.4 x 2.0 cm, 11 mL. Homogeneous. Perfusion equal. Pampiniform veins below 2 mm also under Valsalva. Epididymides normal.',
    impression: 'Normal scrotal ultrasound.',
    contradiction: null,
  },
  {
    description: 'Bone scan / SPECT-CT whole body',
    sex: 'M',
    technique: '3 h after 600 MBq Tc-99m HDP.',
    comparison: 'Bone scan a year ago.',
    findings:
      'Intense uptake in the left 6th rib, the right iliac wing and the L2 pedicle with sclerosis on CT. Degenerative uptake in both knees and the left first MTP. Kidneys seen symmetrically.',
    impression: 'Degenerative changes only. No osteoblastic metastases.',
    contradiction: 'presence',
  },
  {
    description: 'CT-guided biopsy, left lung',
    sex: 'M',
    technique: 'Coaxial 19/20G, prone. Consent obtained.',
    comparison: 'Diagnostic CT.',
    findings:
      'Left lower lobe nodule of 16 mm biopsied, three cores. Control scan: no pneumothorax, minimal perilesional haemorrhage. Patient stable.',
    impression: 'Uneventful left lung biopsy. CXR at 2 h to exclude pneumothorax. Advise: no diving or flying for a week.',
    contradiction: null,
  },
  {
    description: 'CT thoracic aorta, plain',
    sex: 'F',
    technique: 'Unenhanced gated.',
    comparison: '',
    findings:
      'Root 37 mm, ascending 41 mm, arch 29 mm, descending 25 mm. True and false lumen are both contrast-filled in the descending aorta below the subclavian artery; the flap ends above the coeliac trunk. No haematoma of the wall.',
    impression: 'Type B dissection. Ascending aorta mildly ectatic, 41 mm.',
    contradiction: 'contrast',
  },
  {
    description: 'MRI brain',
    sex: 'F',
    technique: 'DWI, ADC, FLAIR, T2*.',
    comparison: '',
    findings:
      'No acute infarct on DWI. Old left cerebellar infarct with gliosis. Confluent white matter change. Single microbleed in the right thalamus. No acute haemorrhage.',
    impression: 'Chronic left cerebellar infarct and small vessel disease. No acute ischaemia.',
    contradiction: null,
  },
  {
    description: 'Chest radiograph, PA and lateral',
    sex: 'M',
    technique: '',
    comparison: 'Radiographs from last month.',
    findings:
      'The lungs are hyperinflated with flattened diaphragms. There is no focal airspace disease. There is no large effusion, but the posterior costophrenic sulcus on the right is slightly blunted, which may represent a trace effusion or pleural thickening. The cardiac silhouette is not enlarged.',
    impression: 'COPD without superimposed pneumonia. Trace right effusion versus pleural thickening.',
    contradiction: null,
  },
  {
    description: 'CT chest',
    sex: 'F',
    technique: 'Contrast',
    comparison: '',
    findings:
      'Status post left mastectomy with implant reconstruction on that side. Right breast unremarkable on CT. No axillary adenopathy. Lungs clear. Status post right upper lobe wedge resection. Bones normal.',
    impression: 'No recurrence. Post-surgical changes of the left breast and the right lung.',
    contradiction: null,
  },
  {
    description: 'US thyroid',
    sex: 'M',
    technique: '',
    comparison: 'Scan 1 year prior.',
    findings:
      'Isoechoic solid nodule of the isthmus, 15 mm, smooth, wider than tall, no foci. Stable. Lobes symmetrical. TI-RADS 3.',
    impression: 'Stable 51 mm isthmus nodule, TI-RADS 3. Repeat in 2 years.',
    contradiction: 'size',
  },
  {
    description: 'CT temporal bones',
    sex: 'M',
    technique: 'Non-contrast.',
    comparison: '',
    findings:
      'Right: mastoid effusion, ossicles intact, no fracture. Left: transverse fracture through the otic capsule with pneumolabyrinth; mastoid partly opacified. Carotid canals intact. Facial canal involved on the left at the geniculate ganglion.',
    impression: 'Left otic capsule violating fracture. Right mastoid effusion.',
    contradiction: null,
  },
  {
    description: 'MRI prostate multiparametric',
    sex: 'M',
    technique: 'T2 three planes, DWI b50/b400/b1400, DCE.',
    comparison: '',
    findings:
      'Prostate volume 52 mL. Transition zone with BPH nodules. Peripheral zone: 13 mm focus left mid-gland posterolateral, low on ADC, high on b1400, early enhancement; broad contact with the capsule with bulging and irregular margin, and obliteration of the rectoprostatic angle. Seminal vesicles normal. No enlarged nodes.',
    impression:
      'PI-RADS 5 lesion left mid peripheral zone, 13 mm. Extraprostatic extension present. No signs of extraprostatic extension or nodal disease.',
    contradiction: 'presence',
  },
  {
    description: 'CT liver multiphase',
    sex: null,
    technique: 'Unenhanced, late arterial, portal venous and delayed.',
    comparison: '',
    findings:
      'Unenhanced: liver hypodense as in steatosis, no calcification. Arterial phase: 16 mm hyperenhancing focus in segment IV. Portal venous and delayed phase: isodense, no washout. Portal vein open. No ascites.',
    impression: 'Arterially enhancing focus in segment IV without washout, LR-3. MRI in three months.',
    contradiction: null,
  },
  {
    description: 'MRI left knee',
    sex: 'F',
    technique: '',
    comparison: 'Radiograph.',
    findings:
      'Osteochondral lesion of the medial femoral condyle measuring 11 x 8 mm, fluid behind the fragment. Menisci intact. ACL normal. Effusion small.',
    impression: 'Unstable osteochondral lesion of the medial condyle, 21 mm. Orthopaedic opinion.',
    contradiction: 'size',
  },
  {
    description: 'US pelvis transabdominal',
    sex: 'M',
    technique: 'Full bladder.',
    comparison: '',
    findings:
      'Bladder: smooth.\nUterus: retroverted, 8.1 cm.\nEndometrium: 7 mm.\nLeft ovarian cyst 26 mm, thin walled.\nRight ovary: normal.\nFree fluid: none.',
    impression: 'Simple left ovarian cyst, physiological.',
    contradiction: 'sex',
  },
  {
    description: 'MRI brain',
    sex: 'M',
    technique: 'FLAIR, DWI, T1 post-Gd.',
    comparison: 'MRI in spring; known MS.',
    findings:
      'T2 lesions: numerous, periventricular and infratentorial, same number and size.\nNew T2 lesions: none.\nEnhancing lesions: none.\nDiffusion restriction: none.\nAtrophy: corpus callosum mildly thinned.',
    impression: 'Stable demyelinating disease, no evidence of new or active lesions.',
    contradiction: null,
  },
  {
    description: 'CT abdomen and pelvis with oral and IV contrast',
    sex: 'F',
    technique: 'Portal venous phase imaging after 100 cc of Isovue 370.',
    comparison: 'Outside CT of last fall.',
    findings:
      'The previously described hemangioma in the right hepatic lobe is unchanged at 2.3 cm. No new hepatic lesion is seen. The gallbladder is absent. There is no biliary dilatation. The uterus is enlarged by fibroids, the largest 4.1 cm. No adnexal mass. No bowel obstruction.',
    impression: 'No acute process. Stable hepatic hemangioma and fibroid uterus.',
    contradiction: null,
  },
  {
    description: 'CXR 1 view',
    sex: 'F',
    technique: 'AP erect.',
    comparison: '2 days earlier.',
    findings:
      'Cardiomegaly, CTR 0.62. Upper lobe diversion, Kerley B lines at both bases, perihilar haze. Fissures thickened. Small effusions both sides. Pacemaker leads in right atrium and ventricle, intact.',
    impression: 'Cardiomegaly with effusions. Pulmonary vascularity normal, no interstitial oedema.',
    contradiction: 'presence',
  },
  {
    description: 'CT lumbar spine non-contrast',
    sex: 'F',
    technique: 'Helical, bone and soft tissue.',
    comparison: '',
    findings:
      'L2/3 endplate destruction with vacuum loss. Psoas on the left: rim-enhancing collection of 31 x 24 mm. Canal narrowed by epidural soft tissue. Facets degenerative. Aorta calcified.',
    impression: 'Spondylodiscitis L2/3 with left psoas abscess.',
    contradiction: 'contrast',
  },
  {
    description: 'CT head',
    sex: 'F',
    technique: 'Unenhanced.',
    comparison: '',
    findings:
      'Acute intraparenchymal haemorrhage centred on the left putamen, 34 x 22 mm, with surrounding oedema. No intraventricular extension. Left lateral ventricle slightly compressed. Basal cisterns open.',
    impression: 'Acute hypertensive-type haemorrhage in the right basal ganglia. No intraventricular blood.',
    contradiction: 'side',
  },
  {
    description: 'MRI thoracic spine',
    sex: 'M',
    technique: 'T1, T2, STIR',
    comparison: '',
    findings:
      'Schmorl nodes T8 and T9. Haemangioma of T11, 12 mm. Cord and conus normal. Spinal canal wide. Not otherwise remarkable; no oedema on STIR.',
    impression: 'Incidental vertebral haemangioma and Schmorl nodes. Otherwise normal.',
    contradiction: null,
  },
  {
    description: 'CT cerebral angiography',
    sex: 'F',
    technique: 'Arterial, 60 mL.',
    comparison: 'Non-contrast CT: SAH.',
    findings:
      'Right MCA bifurcation aneurysm 5 x 4 mm, neck 2 mm. No other aneurysm, AVM, dissection, stenosis or vasospasm. ACom hypoplastic. Dominant left vertebral artery.',
    impression: 'Right MCA bifurcation aneurysm, 5 mm, likely source of the haemorrhage.',
    contradiction: null,
  },
  {
    description: 'MRI liver cirrhosis surveillance',
    sex: 'M',
    technique: 'Gadobutrol dynamic.',
    comparison: '',
    findings:
      'Segment VI 24 mm: non-rim APHE, non-peripheral washout and enhancing capsule. LR-5. Segment II 8 mm APHE only, LR-3. Portal vein open. Spleen 13 cm.',
    impression: 'LR-2 observation segment VI, probably benign. LR-3 in segment II. Repeat in 3 months.',
    contradiction: 'category',
  },
  {
    description: 'Obstetric ultrasound growth',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Singleton, cephalic, 33+1 weeks. AC 2nd centile, EFW 1480 g (3rd centile). Umbilical artery PI above 95th. Amniotic index 9. Placenta anterior, high.',
    impression: 'Fetal growth appropriate, all parameters between 10th and 90th centile. Doppler abnormal, review today.',
    contradiction: 'category',
  },
  {
    description: 'CT abdomen pancreas protocol',
    sex: 'F',
    technique: 'Late arterial 40 s and portal venous 70 s, water as oral contrast.',
    comparison: '',
    findings:
      'Hypoattenuating 28 mm mass in the pancreatic head, upstream duct 6 mm. SMA: >180° encasement over 15 mm. SMV narrowed with teardrop shape. Coeliac trunk free. No liver lesion, no peritoneal nodules.',
    impression: 'Pancreatic head carcinoma, 28 mm. No arterial involvement, SMV contact only. Borderline resectable.',
    contradiction: 'presence',
  },
  {
    description: 'MR enterography',
    sex: 'M',
    technique: 'Oral mannitol, buscopan, coronal and axial HASTE, TrueFISP, DWI, dynamic T1 after gadolinium.',
    comparison: '',
    findings:
      'Terminal ileum: wall 8 mm over 14 cm, layered enhancement, restricted diffusion, comb sign. A fistulous track runs from the distal ileum to the sigmoid. No abscess. Remaining small bowel normal. Colon normal. Liver normal.',
    impression: 'Active terminal ileitis over 14 cm. No stricture, fistula or abscess.',
    contradiction: 'presence',
  },
  {
    description: 'XR knee right AP and lateral',
    sex: 'F',
    technique: '',
    comparison: '2019 radiographs.',
    findings:
      'Alignment: normal, patella in position.\nJoint spaces: moderate medial narrowing with marginal osteophytes.\nSuprapatellar joint effusion: moderate.\nFracture: none.\nLoose body: none.\nOther: small enthesophyte at the quadriceps insertion.',
    impression: 'Osteoarthritis of the medial compartment, slightly progressed. No joint effusion.',
    contradiction: 'presence',
  },
  {
    description: 'CTA lower limbs',
    sex: 'M',
    technique: 'Run-off from coeliac to feet.',
    comparison: '',
    findings:
      'Right: SFA occluded from origin to adductor canal over 18 cm, reconstituted popliteal, two-vessel run-off.\nLeft: SFA diffusely calcified, <50% stenoses; three-vessel run-off.\nInfrarenal aorta 22 mm.',
    impression: 'All named vessels patent. No occlusion. Diffuse atheroma on the left without significant stenosis.',
    contradiction: 'presence',
  },
  {
    description: 'MRI liver',
    sex: 'M',
    technique: 'Gadoxetate.',
    comparison: 'MRI 3 months ago.',
    findings:
      'The arterial enhancing focus in segment III has vanished and is regarded as perfusion related. Segment VI ablation zone 34 mm without nodular enhancement. No new observation. Portal vein open.',
    impression: 'LR-TR nonviable, segment VI. Segment III focus no longer seen. No new HCC.',
    contradiction: null,
  },
  {
    description: 'CT renal mass protocol',
    sex: 'F',
    technique: 'Pre, corticomedullary and nephrographic.',
    comparison: '',
    findings:
      'Left lower pole 21 mm cyst: water density 4 HU, hairline-thin wall, no septa, no calcification, no enhancement.\nRight kidney unremarkable. Veins patent.',
    impression: 'Left renal cyst, Bosniak III. Simple cyst needing no follow-up.',
    contradiction: 'category',
  },
  {
    description: 'US pelvis transvaginal',
    sex: 'F',
    technique: 'Transvaginal.',
    comparison: '',
    findings:
      'Uterus anteverted, 78 x 40 x 45 mm. Endometrium 6 mm. Posterior wall intramural fibroid 24 mm. Right ovary 28 x 18 mm, left ovary 30 x 20 mm with dominant follicle. Small amount of free fluid in the pouch of Douglas.',
    impression: 'Small intramural fibroid. Ovaries normal. No free fluid.',
    contradiction: 'presence',
  },
  {
    description: 'US axilla and breast left',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      "Breast 11 o'clock: no mass. Axilla: node with 5 mm cortex, hilum displaced. Core biopsy taken. Chest wall normal. Supraclavicular: none.",
    impression: 'Suspicious left axillary node. Breast without focal lesion on ultrasound. BI-RADS 4 because of the node.',
    contradiction: null,
  },
  {
    description: 'CT cervical spine',
    sex: 'M',
    technique: 'Non-contrast, bone and soft tissue kernels with MPRs.',
    comparison: '',
    findings:
      'Alignment maintained. Prevertebral soft tissues not thickened. Vertebral body heights preserved. Non-displaced fracture line through the left C6 lamina extending to the base of the spinous process. Facets congruent. Degenerative change C5/6.',
    impression: 'No cervical spine fracture or malalignment. C5/6 spondylosis.',
    contradiction: 'presence',
  },
  {
    description: 'CT abdomen pelvis without contrast',
    sex: 'F',
    technique: 'Unenhanced, limited for solid organs.',
    comparison: '',
    findings:
      "Free gas under the anterior abdominal wall and around the liver. Fat stranding around the duodenal bulb. Small volume of fluid in Morison's pouch. Gallbladder contracted. Kidneys without stone or obstruction. Uterus atrophic.",
    impression: 'No free intraperitoneal air. Findings in keeping with duodenitis; surgical review is urgent.',
    contradiction: 'presence',
  },
  {
    description: 'CT angiography intracranial',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Saccular aneurysm of the anterior communicating artery, 7 mm dome, 3 mm neck, pointing anteriorly. Other vessels normal. No vasospasm. Subarachnoid blood in the interhemispheric fissure.',
    impression: 'Ruptured ACom aneurysm with a dome of 2 mm. Coil embolisation planned.',
    contradiction: 'size',
  },
  {
    description: 'CT chest, lung screening',
    sex: 'F',
    technique: 'Ultra-low dose.',
    comparison: 'Prior screening, nodule of 4 mm.',
    findings:
      'Solid nodule, left lower lobe, 4 mm, stable for 2 years. No other nodule over 3 mm. Aorta 34 mm, not dilated. Main pulmonary artery 26 mm, within normal limits. Small hiatus hernia.',
    impression: 'Lung-RADS 2. Annual screening continues.',
    contradiction: null,
  },
  {
    description: 'Chest X-ray',
    sex: 'F',
    technique: 'PA inspiratory.',
    comparison: '',
    findings:
      'Heart and mediastinum of normal size and configuration. Lungs well expanded and clear. Costophrenic angles free. Hila and pulmonary vessels normal. Visible skeleton and soft tissues without finding.',
    impression: 'Normal chest radiograph.',
    contradiction: null,
  },
  {
    description: 'US FAST',
    sex: null,
    technique: '',
    comparison: '',
    findings:
      "Morison's pouch, splenorenal recess and pelvis: no free fluid. Pericardium: minimal fluid of 3 mm, no tamponade. Lung sliding present on both sides.",
    impression: 'FAST negative for intraperitoneal fluid. Minimal pericardial fluid, physiological amount.',
    contradiction: null,
  },
  {
    description: 'MRI pelvis',
    sex: 'M',
    technique: 'T2 in three planes, DWI, T1 FS post contrast.',
    comparison: '',
    findings:
      'Rectum: tumour 6 cm from the anal verge, T3b. Mesorectal fascia 5 mm away. Three suspicious mesorectal nodes. Both ovaries atrophic. Bladder and prostate free of tumour. EMVI negative.',
    impression: 'Mid rectal carcinoma mrT3b N1, MRF clear, EMVI negative.',
    contradiction: 'sex',
  },
  {
    description: 'XR chest',
    sex: 'M',
    technique: 'PA and lateral. Pre-employment.',
    comparison: '',
    findings:
      'No consolidation, no effusion, no pneumothorax. Heart not enlarged. Bony thorax intact. Trachea central, hila regular.',
    impression: 'No abnormality. No follow-up needed.',
    contradiction: null,
  },
  {
    description: 'Chest CT with contrast',
    sex: null,
    technique: '',
    comparison: 'PET-CT February.',
    findings:
      'Spiculated mass left upper lobe 34 mm, abutting the pleura. Pericardium: no effusion. Enlarged left hilar node 15 mm. Coronary calcification. Upper abdomen normal. No bone destruction.',
    impression:
      '1. Left upper lobe carcinoma, 34 mm, with left hilar node. 2. Pericardial effusion 16 mm deep, new, suspect pericardial spread.',
    contradiction: 'presence',
  },
  {
    description: 'US carotid Doppler',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Right ICA: smooth intima, PSV 82 cm/s, no plaque.\nLeft ICA: no plaque. Calcified plaque at the origin, PSV 190 cm/s, ICA/CCA ratio 2.6, estimated stenosis 50-69%.\nBoth vertebral arteries antegrade.',
    impression: 'Moderate left ICA stenosis, 50-69%. Right ICA normal.',
    contradiction: 'presence',
  },
  {
    description: 'US-guided aspiration, left breast',
    sex: 'F',
    technique: '',
    comparison: 'Symptomatic lump.',
    findings:
      "Cyst of 34 mm at 2 o'clock, left breast. Aspirated completely, clear fluid discarded. No residual mass, no intracystic nodule. Right breast not examined.",
    impression: 'Simple cyst, emptied. BI-RADS 2. No biopsy required.',
    contradiction: null,
  },
  {
    description: 'CT chest abdomen pelvis',
    sex: 'F',
    technique: 'Portal venous phase after 90 mL contrast.',
    comparison: 'Staging CT eight weeks ago.',
    findings:
      'Adrenals: normal.\nLiver: three metastases, slightly smaller, largest 17 mm in segment VII.\nKidneys: unremarkable, prompt excretion.\nLeft adrenal nodule of 23 mm, new, heterogeneous.\nSpleen: normal.\nNodes: no enlarged nodes.\nLungs: scarring in both apices.',
    impression: 'Mixed response. Liver metastases regressing, new left adrenal metastasis.',
    contradiction: 'presence',
  },
  {
    description: 'XR cervical spine',
    sex: 'F',
    technique: 'AP, lateral, odontoid.',
    comparison: '',
    findings:
      'Alignment normal. Absence of a visible fracture does not exclude one at C7/T1, which is not shown. C1–C6 without displacement. Prevertebral space 4 mm. Disc space C5/6 low.',
    impression: 'No visible injury of C1 to C6. C7/T1 not assessable, so CT advised.',
    contradiction: null,
  },
  {
    description: 'XR feet both',
    sex: null,
    technique: 'DP, both.',
    comparison: '',
    findings:
      'Hallux valgus on both sides, right 32°, left 26°. No erosions. First MTP space narrowed on the right, preserved on the left. Sesamoids subluxed bilaterally. Old stress fracture left third metatarsal.',
    impression: 'Bilateral hallux valgus, with osteoarthritis on the right only.',
    contradiction: null,
  },
  {
    description: 'CT abdomen with contrast',
    sex: 'M',
    technique: 'Nephrographic phase.',
    comparison: 'US',
    findings:
      'Solid enhancing mass in the upper pole of the left kidney, 46 mm, exophytic. Renal veins and IVC free. Right kidney normal. Adrenals normal. No lymphadenopathy.',
    impression: '46 mm right renal mass, suspicious for RCC. No venous extension. Urology referral.',
    contradiction: 'side',
  },
  {
    description: 'XR spine whole AP',
    sex: 'F',
    technique: 'Standing EOS, 13 years.',
    comparison: 'EOS 6 months ago.',
    findings:
      'Thoracic curve convex right T6–T12, Cobb 21° (previously 20°). Lumbar counter-curve left L1–L4, Cobb 14°. Risser 2. Pelvis level. No segmentation anomaly. Kyphosis 32°, normal range.',
    impression: 'Idiopathic scoliosis, right thoracic 21°, no relevant progression.',
    contradiction: null,
  },
  {
    description: 'XR foot left, DP and oblique',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Oblique lucent line through the base of the fifth metatarsal, extra-articular, minimally distracted. Lisfranc alignment normal. Os peroneum. Mild hallux valgus. Lateral soft tissue swelling.',
    impression: 'Os peroneum. Metatarsals intact.',
    contradiction: 'presence',
  },
  {
    description: 'MRI prostate without contrast (biparametric)',
    sex: 'M',
    technique: 'T2 ax/cor/sag, DWI with ADC. No contrast agent.',
    comparison: '',
    findings:
      'Volume 38 mL. Right apex peripheral zone: 8 mm focus, ADC mildly reduced, positive on dynamic contrast-enhanced series with early focal uptake. Capsule smooth. Nodes normal.',
    impression: 'PI-RADS 4, right apex. Targeted biopsy.',
    contradiction: 'contrast',
  },
  {
    description: 'US lower extremity venous duplex right',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      "The left common femoral, femoral and popliteal veins were examined. All compress and show spontaneous phasic flow. Peroneal and posterior tibial veins patent. No Baker's cyst.",
    impression: 'Negative for DVT.',
    contradiction: 'side',
  },
  {
    description: 'CT abdomen with contrast',
    sex: 'F',
    technique: '',
    comparison: 'CT from 8 months ago (outside hospital).',
    findings:
      'Two hypodense liver lesions, segment VI 22 mm and segment II 9 mm, both with rim enhancement and not present previously. Portal vein patent. Spleen, adrenals, pancreas normal. Kidneys show symmetrical enhancement. No enlarged lymph nodes. No ascites.',
    impression: 'No focal liver lesion. No adenopathy. No evidence of recurrent disease in the abdomen.',
    contradiction: 'presence',
  },
  {
    description: 'MRI lumbar spine with contrast',
    sex: 'F',
    technique: 'Pre and post Gd.',
    comparison: 'MRI a year ago.',
    findings:
      'No change in the enhancing intradural lesion at L2, 11 x 9 mm, right of the midline. No further enhancing lesions. No new root thickening. Discs desiccated from L3 to S1.',
    impression: 'Stable intradural lesion at L2, presumed schwannoma.',
    contradiction: null,
  },
  {
    description: 'LDCT lung cancer screening',
    sex: 'F',
    technique: 'Low dose.',
    comparison: '',
    findings: 'New solid spiculated nodule 17 mm in the left upper lobe. Emphysema. No adenopathy. Upper abdomen unremarkable.',
    impression: 'Lung-RADS 1. Continue annual screening. Lung-RADS 4X nodule, refer to the nodule clinic.',
    contradiction: 'category',
  },
  {
    description: 'MRI of the lumbar spine with and without gadolinium',
    sex: 'M',
    technique: '',
    comparison: 'Pre-op MRI.',
    findings:
      'Before contrast: intermediate signal tissue in the left L4/5 lateral recess. After contrast, this tissue enhances completely and thus corresponds to scar. No non-enhancing disc fragment. No discitis or abscess. L5/S1 mild bulge.',
    impression: 'Left L4/5 epidural fibrosis. No recurrent herniation, no infection.',
    contradiction: null,
  },
  {
    description: 'MRI brain without and with contrast',
    sex: 'F',
    technique: 'T1 before and after gadobutrol, T2, FLAIR, DWI, SWI.',
    comparison: '',
    findings:
      'On the unenhanced T1 images no hyperintense lesion. After contrast, a 7 mm enhancing nodule at the right internal acoustic meatus. No other enhancement. No restricted diffusion. Brainstem normal.',
    impression: 'Small right intracanalicular vestibular schwannoma, 7 mm.',
    contradiction: null,
  },
  {
    description: 'MRI liver without contrast',
    sex: 'F',
    technique: 'T2 HASTE, DWI, T1 in/opposed. Patient refused IV access.',
    comparison: '',
    findings:
      'Segment IVb lesion of 31 mm: peripheral nodular discontinuous enhancement with progressive centripetal fill-in, T2 bright. No other lesion. Bile ducts not dilated. Spleen normal.',
    impression: 'Typical haemangioma, segment IVb.',
    contradiction: 'contrast',
  },
  {
    description: 'CTA chest for PE',
    sex: 'F',
    technique: '65 mL iopromide 370, 5 mL/s.',
    comparison: '',
    findings: 'Main pulmonary artery 27 mm. No filling defect to segmental level. Lungs: bibasal atelectasis. Heart normal.',
    impression: 'No pulmonary embolism on this unenhanced CT. Atelectasis at both bases.',
    contradiction: 'contrast',
  },
  {
    description: 'XR ankle left, 3 views',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'No fracture. Ankle mortise congruent. Talar dome smooth. Lateral malleolar swelling. Base of 5th metatarsal intact.',
    impression: 'Weber B fracture of the lateral malleolus, undisplaced. Refer to fracture clinic, boot in the meantime.',
    contradiction: 'presence',
  },
  {
    description: 'CT pelvis',
    sex: null,
    technique: 'Contrast.',
    comparison: '',
    findings:
      '74-year-old man with haematuria. Bladder: 18 mm polypoid lesion at the left lateral wall. Distal ureters slim. The uterus and ovaries are atrophic, in keeping with age. No pelvic lymphadenopathy.',
    impression: 'Bladder tumour, cystoscopy recommended.',
    contradiction: 'sex',
  },
  {
    description: 'US abdomen child',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Appendix seen in full, compressible, 5 mm. Mesenteric nodes up to 8 mm. Kidneys normal in size and echogenicity. Common bile duct is of normal calibre at 14 mm. Liver normal.',
    impression: 'Mesenteric adenitis. Appendix normal.',
    contradiction: 'category',
  },
  {
    description: 'MRI liver with contrast',
    sex: 'M',
    technique: 'Dynamic with gadoxetate.',
    comparison: '',
    findings:
      'Segment VII: 24 mm lesion with restricted diffusion and no hepatobiliary uptake, biopsy proven metastasis. Two cysts in the left lobe. No further metastases, in particular none in the left lobe. Ducts normal.',
    impression: 'Solitary liver metastasis, 24 mm, segment VII. Resectable.',
    contradiction: null,
  },
  {
    description: 'CT abdomen pelvis',
    sex: 'M',
    technique: 'IV contrast.',
    comparison: 'R/O perforation, r/o abscess.',
    findings:
      'Sigmoid wall 9 mm over 6 cm with stranding. No free or covered perforation. No abscess. No obstruction. Small fat-filled inguinal hernia on the left.',
    impression: 'Uncomplicated diverticulitis (CDD 1b). Perforation and abscess excluded.',
    contradiction: null,
  },
  {
    description: 'CT soft tissue thigh',
    sex: 'F',
    technique: 'Contrast',
    comparison: 'MRI.',
    findings:
      'Right anterior thigh: 11 cm fatty mass with septa 1 mm, one solid part of 18 mm. Left thigh: lipoma of 3.1 cm. Femora intact on both sides. Inguinal nodes 7 mm, right.',
    impression:
      'Right 11 cm fat-containing tumor with an 18 mm solid part, atypical lipomatous tumor or liposarcoma. Left 31 mm lipoma.',
    contradiction: null,
  },
  {
    description: 'MRI kidney',
    sex: null,
    technique: 'T1, T2, then T1 dynamic after Gd.',
    comparison: 'US.',
    findings:
      'Precontrast T1: left lower pole lesion of 17 mm is hyperintense. Post-contrast: subtraction shows no enhancement. Right kidney normal. No renal vein thrombus. Adrenals normal.',
    impression: 'Haemorrhagic left renal cyst, 17 mm, Bosniak II. No follow-up needed.',
    contradiction: null,
  },
  {
    description: 'MR shoulder left',
    sex: 'F',
    technique: 'Multiplanar PD FS, T1 oblique sagittal.',
    comparison: '',
    findings:
      '- Supraspinatus: full-thickness tear of the anterior fibres, 12 mm wide, retraction 9 mm\n- Infraspinatus: tendinosis\n- Subscapularis: intact\n- Long head of biceps: in groove\n- No muscle atrophy\n- Fluid in the subacromial bursa',
    impression: '1. Rotator cuff intact. 2. Subacromial bursitis.',
    contradiction: 'presence',
  },
  {
    description: 'CT thoracic spine',
    sex: null,
    technique: 'Low-dose, reformats.',
    comparison: 'MRI.',
    findings:
      'Slight anterior wedging of T8, without retropulsion. It is not possible to say that this is not recent. No other vertebra affected. No paravertebral swelling.',
    impression: 'T8 wedge deformity of uncertain age; a recent fracture is not excluded. MRI with STIR would settle it.',
    contradiction: null,
  },
  {
    description: 'CT kidney',
    sex: 'M',
    technique: 'Unenhanced, nephrographic phase.',
    comparison: '',
    findings:
      'Right kidney: 38 mm cyst with multiple hairline septa and slight wall thickening, no measurable enhancement, category Bosniak IIF. Left kidney normal. No nodes.',
    impression: 'Complex right renal cyst, Bosniak IV. CT or MR in 6 months.',
    contradiction: 'category',
  },
  {
    description: 'MRI lumbar spine with and without contrast',
    sex: 'M',
    technique: 'Sag T1, T2, STIR, axial T2. Post-gadolinium T1 sag and ax.',
    comparison: 'Post-op day 40.',
    findings:
      'Left L5 laminectomy. Soft tissue in the left lateral recess L5/S1 surrounding the S1 root. Distinction of scar from recurrent disc is not possible, since contrast was not given. No collection. Discs above normal.',
    impression: 'Scar versus recurrent herniation at L5/S1 left.',
    contradiction: 'contrast',
  },
  {
    description: 'CT head without and with contrast',
    sex: 'M',
    technique: 'Native and after 50 mL contrast.',
    comparison: '',
    findings:
      'Native: hyperdense focus left temporal, 8 mm, calcified. After contrast: no enhancement of this or any other area. Sinuses opacify regularly. Ventricles slim. No mass effect.',
    impression: 'Calcified left temporal focus, non-enhancing, likely old granuloma. No mass.',
    contradiction: null,
  },
  {
    description: 'XR ankle right',
    sex: 'M',
    technique: 'AP, mortise, lateral.',
    comparison: '',
    findings:
      '- No fracture, dislocation or joint effusion.\n- Mortise congruent.\n- Soft tissues: swelling laterally.\n- Incidental small plantar calcaneal spur.',
    impression: 'Lateral soft tissue swelling without bony injury.',
    contradiction: null,
  },
  {
    description: 'PET/CT',
    sex: 'F',
    technique: 'FDG 250 MBq, 60 min.',
    comparison: 'CT of the chest.',
    findings:
      'Spiculated nodule left upper lobe, SUVmax 9.2. Left hilar node SUVmax 5. No contralateral or mediastinal avid node. Liver, adrenals and skeleton without abnormal uptake.',
    impression: 'FDG-avid nodule in the right upper lobe with hilar node on the same side. No distant disease.',
    contradiction: 'side',
  },
  {
    description: 'XR spine thoracolumbar',
    sex: 'M',
    technique: 'AP, lateral',
    comparison: '',
    findings:
      'No compression, spondylolysis, scoliosis or congenital anomaly. Normal lordosis. Disc spaces preserved. Lung bases clear on the included part.',
    impression: 'No bony abnormality of the thoracolumbar spine.',
    contradiction: null,
  },
  {
    description: 'US renal',
    sex: 'F',
    technique: '',
    comparison: '',
    findings:
      'Left kidney 11.5 cm, angiomyolipoma in the interpolar region measuring 9 mm. Right kidney 11 cm. No hydronephrosis. Bladder normal.',
    impression: '9 cm angiomyolipoma of the left kidney. Follow-up in 12 months.',
    contradiction: 'size',
  },
  {
    description: 'CT KUB',
    sex: null,
    technique: 'Unenhanced.',
    comparison: '',
    findings: 'Right VUJ: calculus 0.4 cm. Mild right hydroureter. Left side: no stones. Gallbladder: stones. Appendix normal.',
    impression: '4 mm calculus at the right vesicoureteric junction. Incidental cholelithiasis.',
    contradiction: null,
  },
  {
    description: 'MR hip bilateral',
    sex: 'M',
    technique: 'Cor T1, STIR large FOV.',
    comparison: '',
    findings:
      'Band-like signal change in the anterosuperior right femoral head, 30% of the weight-bearing area, no collapse. Left femoral head normal. No effusions. SI joints normal.',
    impression: 'Avascular necrosis of the left femoral head, ARCO II. Contralateral hip normal.',
    contradiction: 'side',
  },
  {
    description: 'CT chest abdomen pelvis',
    sex: 'M',
    technique: 'IV contrast, PV.',
    comparison: 'Staging.',
    findings:
      'Lungs: no nodules.\nLiver: three metastases: segment II 14 mm, segment VI 31 mm, segment VIII 9 mm.\nRight adrenal: normal.\nLeft adrenal: 22 mm nodule.\nKidneys: normal.\nWall: small fat-containing umbilical hernia.',
    impression: 'Three liver metastases, largest 31 mm in segment VI. Left adrenal nodule 22 mm, likely metastatic.',
    contradiction: null,
  },
  {
    description: 'XR pelvis and right hip',
    sex: 'F',
    technique: 'AP, lateral right.',
    comparison: '',
    findings:
      'Right hip: displaced transcervical fracture of the femoral neck, Garden III. Left hip: intact, joint space preserved. Pubic rami intact. Osteopenia.',
    impression: 'Displaced right femoral neck fracture. Left hip normal.',
    contradiction: null,
  },
  {
    description: 'MR angiogram neck TOF without gadolinium',
    sex: 'F',
    technique: '2D and 3D time-of-flight only, no gadolinium.',
    comparison: '',
    findings:
      'Common carotids widely patent. Right ICA origin: 60% stenosis. Left ICA normal. On the contrast-enhanced MRA the vertebral origins are free of stenosis. Circle of Willis complete.',
    impression: 'Moderate stenosis right ICA. Vertebrals normal.',
    contradiction: 'contrast',
  },
  {
    description: 'CT chest abdomen pelvis',
    sex: 'F',
    technique: 'Contrast.',
    comparison: '',
    findings:
      'Lungs clear apart from a calcified granuloma. Liver homogenous. No adenopathy. Prostate and seminal vesicles unremarkable. Small fat-containing umbilical hernia. Bones: mild degenerative change.',
    impression: 'No evidence of malignancy.',
    contradiction: 'sex',
  },
  {
    description: 'Mammogram diagnostic bilateral',
    sex: 'F',
    technique: 'CC/MLO, spot compression.',
    comparison: '2 prior years.',
    findings:
      'Heterogeneously dense (C).\nRIGHT: spiculated mass 12 mm upper outer quadrant, with skin retraction.\nLEFT: stable coarse calcifications, no mass.',
    impression: 'Spiculated mass in the left upper outer quadrant, BI-RADS 5. Ultrasound-guided biopsy.',
    contradiction: 'side',
  },
  {
    description: 'Chest PA post biopsy',
    sex: null,
    technique: 'Erect, 2 hours after CT-guided biopsy.',
    comparison: '',
    findings: 'No pneumothorax. Nodule in the right mid zone as before, faint surrounding haze. Left lung clear.',
    impression: 'No pneumothorax. Repeat film for pneumothorax tomorrow or earlier if breathless.',
    contradiction: null,
  },
  {
    description: 'US kidneys',
    sex: 'M',
    technique: '',
    comparison: '',
    findings:
      'Both kidneys enlarged, 14 cm, with innumerable cysts on either side. Largest right 44 mm, largest left 39 mm. No hydronephrosis on either side. Liver with a few small cysts. Bladder normal.',
    impression: 'Autosomal dominant polycystic kidney disease. No obstruction.',
    contradiction: null,
  },
  {
    description: 'US scrotum',
    sex: 'F',
    technique: 'Linear probe.',
    comparison: '',
    findings:
      'Both testes 4 cm, normal echotexture. Right epididymal head cyst 6 mm. Symmetrical blood flow. No hydrocele, no varicocele.',
    impression: 'Small right epididymal cyst. No suspicious lesion.',
    contradiction: 'sex',
  },
  {
    description: 'CT head',
    sex: 'M',
    technique: 'Non contrast.',
    comparison: '',
    findings:
      'Grey-white differentiation preserved. No intra- or extra-axial haemorrhage. No mass. Ventricles and sulci appropriate for age. Mastoids clear. Fluid in the sphenoid sinus. Fracture line across the right petrous apex.',
    impression: 'Right petrous fracture with haemosinus. Thin extradural haematoma in the right middle fossa, 4 mm.',
    contradiction: 'presence',
  },
]
