import { parentPort, workerData } from 'node:worker_threads'
import { type DataPdf, dataPdf } from './data-pdf.ts'

parentPort?.postMessage(await dataPdf(workerData as DataPdf)) // safe: only copies.ts starts this thread
