/** Extends the types of the database with the table of the products that topics are about. */
declare module '#db/tables.ts' {
  interface Tables {
    topic_products: { topic_id: number; product_id: number }
  }
}

export {}
