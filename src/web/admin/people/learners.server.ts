import { adminLearners } from '#contract/people/admin-learners.ts'
import { gradeName, grades } from '#contract/reference/catalogue.ts'
import type { LoaderContext } from '../../api.ts'
import { currentLocale } from '../../locale.ts'
import { readList } from '../kit/list-address.server.ts'

/** The filtered list of learners, with the names of classes and boards. */
export async function readLearners(context: LoaderContext, request: Request, boardName: (key: string) => string) {
  const { list, state } = await readList(context, request, adminLearners)
  const rows = list.data.map((row) => {
    const grade = grades.find((one) => one === row.grade)
    return {
      ...row,
      grade: grade ? gradeName(grade, currentLocale()) : row.grade,
      board: row.board && boardName(row.board),
    }
  })
  return { rows, state }
}
