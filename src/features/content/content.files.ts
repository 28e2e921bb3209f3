/** Reads and validates the content folder. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'
import * as schemas from './content.schemas.ts'

export const CONTENT_FOLDER = join(import.meta.dirname, '../../../content')

/**
 * Reads all content files.
 * @param folder absolute path of the content folder
 * @throws Error that names the file and lists all validation errors
 */
export async function readContent(folder = CONTENT_FOLDER) {
  const readFile = <T extends z.ZodType>(name: string, schema: T) => readYaml(join(folder, name), schema)
  const [categories, experts, badges, users, topics, reviews, enquiries, alt, starter, articles, expertArticles, products] =
    await Promise.all([
      readFile('categories.yaml', schemas.CategoryFile),
      readFile('experts.yaml', schemas.ExpertFile),
      readFile('badges.yaml', schemas.BadgeFile),
      readFile('users.yaml', schemas.UserFile),
      readFile('topics.yaml', schemas.TopicFile),
      readFile('reviews.yaml', schemas.ReviewFile),
      readFile('enquiries.yaml', schemas.EnquiryFile),
      readFile('art/alt.yaml', schemas.AltFile),
      readFile('starter.yaml', schemas.StarterFile),
      readFolder(join(folder, 'articles'), '.md', (file) => readMarkdown(file, schemas.ArticleFront)),
      readFolder(join(folder, 'expert-articles'), '.md', (file) => readMarkdown(file, schemas.ExpertArticleFront)),
      readFolder(join(folder, 'products'), '.yaml', async (file) => ({
        slug: basename(file, '.yaml'),
        ...(await readYaml(file, schemas.ProductFile)),
      })),
    ])
  return { categories, experts, badges, users, topics, reviews, enquiries, alt, starter, articles, expertArticles, products }
}
export type ContentFiles = Awaited<ReturnType<typeof readContent>>

async function readFolder<T>(folder: string, extension: string, readItem: (file: string) => Promise<T>): Promise<T[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension)).toSorted()
  return Promise.all(names.map((name) => readItem(join(folder, name))))
}

const readYaml = async <T extends z.ZodType>(file: string, schema: T): Promise<z.output<T>> =>
  validate(file, schema, parse(await readFile(file, 'utf8')))

async function readMarkdown<T extends z.ZodType>(file: string, schema: T): Promise<z.output<T> & { slug: string; content: string }> {
  const text = await readFile(file, 'utf8')
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!parts) throw new Error(`${file}: starts with front matter between --- lines.`)
  const front = validate(file, schema, parse(parts[1] ?? '')) as object
  return { ...(front as z.output<T> & object), slug: basename(file, '.md'), content: (parts[2] ?? '').trim() } as never
}

function validate<T extends z.ZodType>(file: string, schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(`${file}:\n${parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`)
}
