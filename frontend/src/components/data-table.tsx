import { Fragment, type ReactNode } from "react";

import type { NextPageState } from "@/lib/more";

import classes from "./data-table.module.css";
import { ShowMore } from "./show-more";

export interface Column<Row> {
  key: string;
  /** Empty for a column of buttons. */
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligned tabular figures. */
  numeric?: boolean;
  width?: string;
}

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Heading above a row, with which a group of rows begins. */
  groupBefore?: (row: Row) => string;
  /** Usually the infinite query of the rows. */
  more?: NextPageState;
  /** Shown instead of an empty table. */
  empty?: ReactNode;
}

/** A table, with "Show more" if the list continues. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  groupBefore,
  more,
  empty,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <div>
      {/* It scrolls where it is wider than the page: with keys too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.window} role="group" aria-label={caption} tabIndex={0}>
        <table className={classes.table}>
          <caption className={classes.caption}>{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ key, header, numeric, width }) =>
                header === "" ? (
                  <td key={key} style={{ width }} />
                ) : (
                  <th key={key} scope="col" data-numeric={numeric || undefined} style={{ width }}>
                    {header}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const group = groupBefore?.(row);
              return (
                <Fragment key={rowKey(row)}>
                  {group && (
                    <tr className={classes.group}>
                      <th scope="rowgroup" colSpan={columns.length}>
                        <span>{group}</span>
                      </th>
                    </tr>
                  )}
                  <tr>
                    {columns.map((column) => (
                      <td key={column.key} data-numeric={column.numeric || undefined}>
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      {more && <ShowMore list={more} mt="md" />}
    </div>
  );
}
