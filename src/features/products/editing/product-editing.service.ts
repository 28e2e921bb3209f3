import { isDeepStrictEqual } from 'node:util'
import { clearTombstone, addTombstone } from '#features/redirects/tombstone.service.ts'
import { recordSlugChange, claimSlug } from '#features/redirects/old-slug.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { assertCategory } from '#features/categories/category.service.ts'
import { moveToTrash, restoreRows, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { describePicture } from '#features/uploads/upload.service.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { priceChangedJob } from '#features/products/prices/price-changed-job.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import { assertVersion } from '#platform/contract/version.ts'
import type { Product } from '#features/products/product.contract.ts'
import type { ProductChange, ProductForm, ProductSave } from './product-editing.contract.ts'
import { saveProductSpecs } from '#features/products/specifications/spec.service.ts'
import { updateProductScore } from '#features/products/scores/score.service.ts'
import * as editing from './product-editing.queries.ts'
import * as queries from '#features/products/product.queries.ts'

/** Creates a product or, if `id` is present, changes it. Without `imageAlt`, an unchanged picture keeps its description. */
export async function saveProduct(ctx: Context, { id, ...form }: ProductSave): Promise<Product> {
  if (id === undefined) {
    const { version: _version, ...fields } = form
    return createProduct(ctx, fields)
  }
  ctx.headers?.status?.(200)
  const { imageAlt, ...withoutAlt } = form
  const current = await queries.findProductById(ctx, id)
  return changeProduct(ctx, id, imageAlt === null && current?.image === form.image ? withoutAlt : form)
}

async function createProduct(ctx: Context, form: ProductForm): Promise<Product> {
  await assertCategory(ctx, form.categoryId)
  const fields = { ...form, isDemo: form.isDemo ?? false, imageAlt: await describePicture(ctx, form.image, form.imageAlt) }
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const id = await editing.insertProduct(trxCtx, fields, new Date().toISOString())
    if (id === undefined) throw slugTakenError()
    await saveProductSpecs(trxCtx, id)
    await claimSlug(trxCtx, 'product', fields.slug)
    await recordAudit(trxCtx, { action: 'product.create', subject: { type: 'product', id, title: fields.name }, after: fields })
    return getProduct(trxCtx, id)
  })
}

/** Changes a product; absent fields stay unchanged. A new picture does not inherit the description of the old one. */
export async function changeProduct(ctx: Context, id: number, { version, ...change }: ProductChange): Promise<Product> {
  if (change.categoryId !== undefined) await assertCategory(ctx, change.categoryId)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await lockRow(db, 'products', id))) throw notFound('product')
    const current = await getProduct(trxCtx, id)
    const before = pickFields(current)
    assertVersion(version, change, { version: current.version, fields: before, current })
    const after = { ...before, ...change, isDemo: change.isDemo ?? before.isDemo }
    if (change.image !== undefined || change.imageAlt !== undefined) {
      const isNewPicture = after.image !== before.image && change.imageAlt === undefined
      after.imageAlt = await describePicture(trxCtx, after.image, isNewPicture ? null : after.imageAlt)
    }
    if (isDeepStrictEqual(before, after)) return current
    if (!(await editing.updateProduct(trxCtx, id, before, after))) throw slugTakenError()
    await saveProductSpecs(trxCtx, id)
    if (after.categoryId !== before.categoryId) await updateProductScore(trxCtx, id)
    if (after.slug !== before.slug) await recordSlugChange(trxCtx, 'product', id, { from: before.slug, to: after.slug })
    await recordAudit(trxCtx, { action: 'product.edit', subject: { type: 'product', id, title: after.name }, before, after })
    const changed = await getProduct(trxCtx, id)
    if (changed.price && changed.price !== current.price && ctx.site.settings.features.products) {
      const { price: to, version } = changed
      const price = { productId: id, from: current.price, to, version, changedBy: ctx.viewer?.id ?? null }
      await enqueueJob(trxCtx, priceChangedJob, price, { key: `${id} ${version}` })
    }
    return changed
  })
}

/**
 * Moves a product to the trash with its reviews, including waiting ones, and their votes, pictures and updates. The authors of the reviews lose no points,
 * because the deletion is not about their reviews.
 */
export async function deleteProduct(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'products', id)
    const storedRows = await editing.findProductRows(trxCtx, id)
    if (!storedRows) throw notFound('product')
    const { product, reviews, votes, pictures, updates, waitingReviews, enquiryIds } = storedRows
    const rows: TrashedRows = {
      tables: [
        ['products', [product]],
        ['reviews', reviews],
        ['votes', votes],
        ['review_pictures', pictures],
        ['review_updates', updates],
        ['waiting_reviews', waitingReviews],
      ],
      links: { enquiries: enquiryIds },
    }
    const trashId = await moveToTrash(trxCtx, { kind: 'product', subjectId: id, title: product.name, rows })
    await editing.deleteProductRows(trxCtx, id)
    await addTombstone(trxCtx, 'product', id, product.slug)
    return { id, trashId }
  })
}

export const restoreProduct: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  await saveProductSpecs(ctx, id)
  await editing.linkEnquiries(ctx, id, rows.links?.['enquiries'] ?? [])
  const { slug } = await getProduct(ctx, id)
  await claimSlug(ctx, 'product', slug)
  await clearTombstone(ctx, 'product', id)
}

async function getProduct(ctx: Context, id: number): Promise<Product> {
  const product = await queries.findProductById(ctx, id)
  if (!product) throw notFound('product')
  return product
}

const pickFields = ({
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
  isDemo,
}: Product): editing.ProductFields => ({
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
  isDemo,
})

const SLUG_TAKEN_MESSAGE = 'Another product already has this slug'
const slugTakenError = () => conflict('product.slug_taken', SLUG_TAKEN_MESSAGE, [{ path: 'slug', message: SLUG_TAKEN_MESSAGE }])
