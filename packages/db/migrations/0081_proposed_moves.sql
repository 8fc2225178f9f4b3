ALTER TABLE "assignment_modes" ADD COLUMN "proposes_moves" boolean DEFAULT false NOT NULL;
