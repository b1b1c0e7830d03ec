import { ChoiceField, StatusField } from '../../kit/fields/ChoiceFields'
import { MinutesField, QuantityField } from '../../kit/fields/NumberFields'
import { CodeField, I18nField } from '../../kit/fields/TextFields'
import { List, ListRows } from '../../kit/List'
import { Column } from '../../kit/list/Column'

/** The list of vehicle types. The columns that users can add to these are generated. */
export default function VehicleTypeList() {
  return (
    <List resource="vehicle-types">
      <ListRows>
        <Column source="name">
          <I18nField source="name" />
        </Column>
        <Column source="code">
          <CodeField source="code" />
        </Column>
        <Column source="category">
          <ChoiceField source="category" vocabulary="vehicleCategories" />
        </Column>
        <Column source="seats" className="numeric">
          <QuantityField source="seats" unit="seats" />
        </Column>
        <Column source="turnaround_min" className="numeric">
          <MinutesField source="turnaround_min" />
        </Column>
        <Column source="status">
          <StatusField source="status" vocabulary="activeStatuses" />
        </Column>
      </ListRows>
    </List>
  )
}
