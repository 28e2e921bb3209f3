import { isDeepStrictEqual } from 'node:util'
import { comeBack, leaveAddress } from '#features/addresses/gone.service.ts'
import { changeAddress, takeAddress } from '#features/addresses/old-slug.service.ts'
import { record } from '#features/audit/audit.service.ts'
import { assertCategory } from '#features/categories/category.service.ts'
import { moveToTrash, putBack, type Restorer, type TrashedRows } from '#features/trash/trash.service.ts'
import { describePicture } from '#features/uploads/upload.service.ts'
import { holdRow } from '#db/hold-row.ts'
import type { Context } from '#platform/context.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Product } from './product.contract.ts'
import type { ProductChange, ProductForm, ProductSave } from './product-editing.contract.ts'
import { keepFigures } from './figure.service.ts'
import * as editing from './product-editing.queries.ts'
import * as queries from './product.queries.ts'

/** One call for both: with an id it changes that product. A form without a description of the picture keeps the one there is. */
export async function saveProduct(ctx: Context, { id, ...form }: ProductSave): Promise<Product> {
  if (id === undefined) return createProduct(ctx, form)
  ctx.headers?.status?.(200)
  const { imageAlt, ...rest } = form
  const now = await queries.findById(ctx, id)
  return changeProduct(ctx, id, imageAlt === null && now?.image === form.image ? rest : form)
}

async function createProduct(ctx: Context, form: ProductForm): Promise<Product> {
  await assertCategory(ctx, form.categoryId)
  const fields = { ...form, imageAlt: await describePicture(ctx, form.image, form.imageAlt) }
  const id = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const made = await editing.insert(inside, fields, new Date().toISOString())
    if (made === undefined) throw slugTaken()
    await keepFigures(inside, made)
    await takeAddress(inside, 'product', fields.slug)
    await record(inside, { action: 'product.create', subject: { type: 'product', id: made, title: fields.name }, after: fields })
    return made
  })
  return findAgain(ctx, id)
}

/** Only what is sent changes. A new picture does not keep the old one's description. */
export async function changeProduct(ctx: Context, id: number, change: ProductChange): Promise<Product> {
  if (change.categoryId !== undefined) await assertCategory(ctx, change.categoryId)
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    if (!(await holdRow(db, 'products', id))) throw notFound('product')
    const before = fieldsOf(await findAgain(inside, id))
    const after = { ...before, ...change }
    if (change.image !== undefined || change.imageAlt !== undefined) {
      const isNewPicture = after.image !== before.image && change.imageAlt === undefined
      after.imageAlt = await describePicture(inside, after.image, isNewPicture ? null : after.imageAlt)
    }
    if (isDeepStrictEqual(before, after)) return
    if (!(await editing.update(inside, id, after))) throw slugTaken()
    await keepFigures(inside, id)
    if (after.slug !== before.slug) await changeAddress(inside, 'product', id, { from: before.slug, to: after.slug })
    await record(inside, { action: 'product.edit', subject: { type: 'product', id, title: after.name }, before, after })
  })
  return findAgain(ctx, id)
}

/** Moves a product to the trash with its reviews and the votes on them. Their points stay: nobody did wrong. */
export async function deleteProduct(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await holdRow(db, 'products', id)
    const kept = await editing.findWhole(inside, id)
    if (!kept) throw notFound('product')
    const { product, reviews, votes, enquiryIds } = kept
    const rows: TrashedRows = {
      tables: [
        ['products', [product]],
        ['reviews', reviews],
        ['votes', votes],
      ],
      links: { enquiries: enquiryIds },
    }
    const trashId = await moveToTrash(inside, { kind: 'product', subjectId: id, title: product.name, rows })
    await editing.removeWhole(inside, id)
    await leaveAddress(inside, 'product', id, product.slug)
    return { id, trashId }
  })
}

export const restoreProduct: Restorer = async (ctx, { subjectId: id }, rows) => {
  await putBack(ctx, rows)
  await keepFigures(ctx, id)
  await editing.linkEnquiries(ctx, id, rows.links?.['enquiries'] ?? [])
  const { slug } = await findAgain(ctx, id)
  await takeAddress(ctx, 'product', slug)
  await comeBack(ctx, 'product', id)
}

async function findAgain(ctx: Context, id: number): Promise<Product> {
  const product = await queries.findById(ctx, id)
  if (!product) throw notFound('product')
  return product
}

const fieldsOf = ({
  name,
  slug,
  description,
  categoryId,
  price,
  image,
  imageAlt,
  features,
  technicalSpecs,
  isFeatured,
}: Product): editing.Fields => ({ name, slug, description, categoryId, price, image, imageAlt, features, technicalSpecs, isFeatured })

const TAKEN = 'Another product already has this slug'
const slugTaken = () => conflict('product.slug_taken', TAKEN, [{ path: 'slug', message: TAKEN }])
