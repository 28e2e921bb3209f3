import type { DraftErrors } from '#admin/editor/use-draft.ts'
import { UploadField } from '#admin/editor/upload-field.tsx'
import type { Category } from '#features/categories/category.client.ts'
import { toSlug } from '#platform/slug.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input, Select, Textarea } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'
import { PriceField } from './price-field.tsx'
import type { ProductDraft } from './product-draft.ts'
import { ProductIllustration } from './product-illustration.tsx'
import type { PlainPrice } from './use-plain-price.ts'
import * as styles from '#admin/editor/editor-sheet.module.css'

interface ProductFieldsProps {
  values: ProductDraft
  errors: DraftErrors<ProductDraft>
  categories: Category[]
  price: PlainPrice
  onChange: (part: Partial<ProductDraft>) => void
}

export function ProductFields({ values, errors, categories, price, onChange }: ProductFieldsProps) {
  const text = (name: Exclude<keyof ProductDraft, 'isFeatured'>) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <>
      <Field label="Name" required error={errors.name}>
        {(control) => <Input {...control} {...text('name')} autoComplete="off" />}
      </Field>
      <Field label="Slug" required error={errors.slug} hint="The end of its address: lowercase letters, digits and hyphens.">
        {(control) => (
          <span className={styles.editorBeside}>
            <Input {...control} {...text('slug')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
            <Button variant="quiet" disabled={!toSlug(values.name)} onClick={() => onChange({ slug: toSlug(values.name) })}>
              Generate
            </Button>
          </span>
        )}
      </Field>
      <Field label="Description" required error={errors.description} hint="An empty line starts a new paragraph.">
        {(control) => <Textarea {...control} {...text('description')} rows={5} />}
      </Field>
      <div className={styles.editorPair}>
        <Field label="Category" required error={errors.categoryId}>
          {(control) => (
            <Select {...control} {...text('categoryId')}>
              <option value="">Choose one</option>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <PriceField price={price} error={errors.price} value={values.price} onChange={(typed) => onChange({ price: typed })} />
      </div>
      <UploadField
        label="Image URL"
        names={{ url: 'image', alt: 'imageAlt' }}
        url={values.image}
        alt={values.imageAlt}
        errors={{ url: errors.image, alt: errors.imageAlt }}
        onChange={({ url, alt }) =>
          onChange({ ...(url === undefined ? {} : { image: url }), ...(alt === undefined ? {} : { imageAlt: alt }) })
        }
      />
      {!values.image.trim() && (
        <ProductIllustration
          name={values.name}
          categorySlug={categories.find(({ id }) => String(id) === values.categoryId)?.slug ?? ''}
          technicalSpecs={values.technicalSpecs}
        />
      )}
      <Field label="Features" error={errors.features} hint="One on each line.">
        {(control) => <Textarea {...control} {...text('features')} rows={4} />}
      </Field>
      <Field label="Technical specs" error={errors.technicalSpecs} hint="One on each line, as “Range: 312 miles”.">
        {(control) => <Textarea {...control} {...text('technicalSpecs')} rows={4} />}
      </Field>
      <Switch
        label="Featured on the home page"
        name="isFeatured"
        checked={values.isFeatured}
        onChange={(isFeatured) => onChange({ isFeatured })}
      />
    </>
  )
}
