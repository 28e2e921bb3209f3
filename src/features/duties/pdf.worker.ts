// Worker process that renders PDF files, which takes up to a second and 200 MB of memory.
import { handleTasks } from '#platform/jobs/worker-process.ts'
import type { PdfTask } from './duty-pdf.service.ts'
import { toPdf } from './duty-pdf.ts'

handleTasks(({ documents, options }: PdfTask) => toPdf(documents, options))
