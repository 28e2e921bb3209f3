import { PRODUCT_LABELS } from './product-labels.ts'
import { UploadField } from '#admin/editor/pictures/upload-field.tsx'
import type { Category } from '#features/categories/category.client.ts'
import type { Form } from '#platform/client/forms/form.client.ts'
import { toSlug } from '#platform/text/slug.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { PriceField } from './price-field.tsx'
import type { ProductDraft } from './product-draft.ts'
import { ProductIllustration } from './product-illustration.tsx'
import type { PlainPrice } from './use-plain-price.ts'
import * as styles from '#admin/editor/editor-sheet.module.css'

interface ProductFieldsProps {
  form: Form<ProductDraft>
  categories: Category[]
  price: PlainPrice
  /** Whether the stored product is demo content, so that the mark can be removed. */
  isStoredDemo: boolean
}

export function ProductFields({ form, categories, price, isStoredDemo }: ProductFieldsProps) {
  const { values, errors, field, change } = form
  return (
    <>
      <Field label={PRODUCT_LABELS.name} required error={errors.name}>
        {(control) => <Input {...control} {...field('name').input} autoComplete="off" />}
      </Field>
      <Field
        label={PRODUCT_LABELS.slug}
        required
        error={errors.slug}
        hint="The last part of the URL: lowercase letters, digits and hyphens."
      >
        {(control) => (
          <span className={styles.editorBeside}>
            <Input {...control} {...field('slug').input} autoComplete="off" autoCapitalize="none" spellCheck={false} />
            <Button variant="quiet" disabled={!toSlug(values.name)} onClick={() => change({ slug: toSlug(values.name) })}>
              Generate
            </Button>
          </span>
        )}
      </Field>
      <Field label={PRODUCT_LABELS.description} required error={errors.description} hint="An empty line starts a new paragraph.">
        {(control) => <Textarea {...control} {...field('description').input} rows={5} />}
      </Field>
      <div className={styles.editorPair}>
        <Field label={PRODUCT_LABELS.categoryId} required error={errors.categoryId}>
          {(control) => (
            <Select {...control} {...field('categoryId').input}>
              <option value="">Choose one</option>
              <Options of={categories.map(({ id, name }) => [id, name])} />
            </Select>
          )}
        </Field>
        <PriceField price={price} error={errors.price} value={values.price} onChange={(newPrice) => change({ price: newPrice })} />
      </div>
      <UploadField
        label={PRODUCT_LABELS.image}
        names={{ url: 'image', alt: 'imageAlt' }}
        url={values.image}
        alt={values.imageAlt}
        errors={{ url: errors.image, alt: errors.imageAlt }}
        onChange={({ url, alt }) =>
          change({ ...(url === undefined ? {} : { image: url }), ...(alt === undefined ? {} : { imageAlt: alt }) })
        }
      />
      {!values.image.trim() && (
        <ProductIllustration
          name={values.name}
          categorySlug={categories.find(({ id }) => String(id) === values.categoryId)?.slug ?? ''}
          technicalSpecs={values.technicalSpecs}
        />
      )}
      <Field label={PRODUCT_LABELS.features} error={errors.features} hint="One per line.">
        {(control) => <Textarea {...control} {...field('features').input} rows={4} />}
      </Field>
      <Field label={PRODUCT_LABELS.technicalSpecs} error={errors.technicalSpecs} hint="One per line, such as “Range: 312 miles”.">
        {(control) => <Textarea {...control} {...field('technicalSpecs').input} rows={4} />}
      </Field>
      <Switch
        label={PRODUCT_LABELS.isFeatured}
        name="isFeatured"
        checked={values.isFeatured}
        onChange={(isFeatured) => change({ isFeatured })}
      />
      {isStoredDemo && (
        <Switch
          label={PRODUCT_LABELS.isDemo}
          hint="Search engines ignore demo products. Switch this off when the text describes a real product."
          name="isDemo"
          checked={values.isDemo}
          onChange={(isDemo) => change({ isDemo })}
        />
      )}
    </>
  )
}
